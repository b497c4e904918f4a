import type { Plugin } from 'esbuild';

export declare const mcpSdkForEsbuild: Plugin;
export declare const mcpSdkPackages: readonly string[];
