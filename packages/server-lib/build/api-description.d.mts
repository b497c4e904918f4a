import type { Plugin as EsbuildPlugin } from 'esbuild';

export declare const apiDescriptionForEsbuild: EsbuildPlugin;
