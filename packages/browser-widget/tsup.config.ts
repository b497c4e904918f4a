import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm'],
  dts: { resolve: ['@askwell/server/contract'] },
  target: 'es2022',
  platform: 'browser',
  sourcemap: true,
});
