import type { Plugin } from 'esbuild';

export declare const withoutSchemasForEsbuild: Plugin;
