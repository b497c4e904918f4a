import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm', 'cjs'],
  // The wire types come from the source, by a path in tsconfig.json, and so end up in the declarations themselves.
  // Constructors of what the client alone makes stay out of the declarations.
  dts: { compilerOptions: { stripInternal: true } },
  target: 'node20',
  sourcemap: true,
});
