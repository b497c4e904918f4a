import { defineConfig } from 'tsup';

const folder = '.declarations/client-sdk/src';

/**
 * The declaration that TypeScript 7 has written before tsup starts, as for the server. `stripInternal` has omitted constructors that only
 * the client calls.
 */
const entry = { index: `${folder}/index.d.ts` };

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  external: ['#undici'],
  dts: {
    entry,
    only: true,
    // Resolves the types of the API to their declarations, so that they are inlined.
    compilerOptions: { paths: { '@askwell/server/contract': ['./.declarations/server-lib/src/shared/contract.d.ts'] } },
  },
});
