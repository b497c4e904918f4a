import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm', 'cjs'],
  // The wire types are inlined: the declarations name neither the server package nor zod.
  dts: { resolve: ['@askwell/server/contract'] },
  target: 'node20',
  sourcemap: true,
});
