import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm'],
  // The wire types come from the source, by a path in tsconfig.json, and so end up in the declarations themselves.
  dts: true,
  target: 'es2022',
  platform: 'browser',
  sourcemap: true,
});
