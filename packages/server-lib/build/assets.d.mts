import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vitest/config';

export declare const assetsForEsbuild: EsbuildPlugin;
export declare const assetsForVite: VitePlugin;
