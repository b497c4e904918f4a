import { defineConfig } from 'tsup';

/** The declarations that TypeScript 7 has written before tsup starts, as for the server. */
const folder = '.declarations/browser-widget/src';
const entry = Object.fromEntries(['index', 'react', 'vue', 'svelte'].map((name) => [name, `${folder}/${name}.d.ts`]));

export default defineConfig({
  entry,
  external: [/\.svelte$/],
  format: ['esm'],
  dts: {
    entry,
    only: true,
    // Resolves the types of the contract to their declarations, so that they are inlined.
    compilerOptions: { paths: { '@askwell/server/contract': ['./.declarations/server-lib/src/shared/contract.d.ts'] } },
  },
});
