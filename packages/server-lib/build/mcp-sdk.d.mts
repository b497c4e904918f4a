import type { Plugin } from 'esbuild';

export declare const mcpSdkForEsbuild: Plugin;
export declare function mcpSdkLicences(): string;
