import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vitest/config';

export declare const writerFileForEsbuild: EsbuildPlugin;
export declare function writerFileForVite(): Promise<VitePlugin>;
