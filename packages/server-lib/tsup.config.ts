import { defineConfig } from 'tsup';
import { assetsForEsbuild } from './build/assets.mjs';

export default defineConfig([
  {
    entry: { index: 'src/index.ts', writer: 'src/writer.ts' },
    format: ['esm', 'cjs'],
    dts: { entry: { index: 'src/index.ts', contract: 'src/contract.ts' } },
    target: 'node20',
    shims: true,
    sourcemap: true,
    esbuildPlugins: [assetsForEsbuild],
  },
  {
    entry: { cli: 'src/cli/main.ts' },
    format: ['esm'],
    target: 'node20',
    shims: true,
    sourcemap: true,
    esbuildPlugins: [assetsForEsbuild],
    banner: { js: '#!/usr/bin/env node' },
  },
]);
