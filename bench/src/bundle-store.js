import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const server = fileURLToPath(new URL('../../packages/server-lib/', import.meta.url));

/** The parts of the server that the package does not export. */
const contents = `
  export { assembleServices } from './src/instance/assemble-services.js';
  export { exposeServices } from './src/create-askwell.js';
  export { newAnswerId } from './src/core/ids.js';
  export { recordAnswers } from './src/core/submit/record-answers.js';`;

/**
 * Bundles the store with its writes, so that it is measured without the rest of Askwell. Returns the path.
 *
 * @param {string} folder
 */
export async function bundleStore(folder) {
  const outfile = join(folder, 'store.mjs');
  const { assetsForEsbuild } = await import(
    new URL('../../packages/server-lib/build/assets.mjs', import.meta.url).href
  );
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [assetsForEsbuild],
    external: ['better-sqlite3', 'pg'],
  };
  await build({ ...options, stdin: { contents, resolveDir: server, loader: 'ts' }, outfile });
  // SQLite's writer thread starts from the file beside the bundle.
  await build({ ...options, entryPoints: [join(server, 'src/writer.ts')], outfile: join(folder, 'writer.js') });
  return outfile;
}
