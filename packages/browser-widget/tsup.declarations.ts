import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/react.ts', 'src/vue.ts', 'src/svelte.ts'],
  external: [/\.svelte$/],
  format: ['esm'],
  // A path in tsconfig.json resolves the contract's types to their source, so that they are inlined into the declarations.
  dts: { only: true },
});
