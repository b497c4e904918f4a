import type { Plugin } from 'esbuild';

export declare const ownPackageForEsbuild: Plugin;
