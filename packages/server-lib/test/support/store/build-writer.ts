import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { assetsForEsbuild } from '../../../build/assets.mjs';

const { resolve } = createRequire(import.meta.url);

/** Builds the writer of the test writes into a folder and returns its path. */
export async function buildTestWriter(folder: string): Promise<string> {
  const outfile = join(folder, 'writer.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./test-writer.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    plugins: [
      assetsForEsbuild,
      {
        // Native code cannot be bundled, and the folder has no packages.
        name: 'native-stays',
        setup({ onResolve }) {
          onResolve({ filter: /^better-sqlite3$/ }, ({ path }) => ({ path: resolve(path), external: true }));
        },
      },
    ],
  });
  return outfile;
}
