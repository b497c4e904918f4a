import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm', 'cjs'],
  external: ['#undici'],
  // A path in tsconfig.json resolves the types of the API to their source, so that they are inlined into the declarations.
  // `stripInternal` omits constructors that only the client calls.
  dts: { only: true, compilerOptions: { stripInternal: true } },
});
