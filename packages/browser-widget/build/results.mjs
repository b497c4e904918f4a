// Bundles the code that renders results into a file of its own, which the script loads on demand. The script contains the
// hash of the file, so that a page that sets `integrity` on the script also pins this file.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';
import { assetsForEsbuild } from '../../server-lib/build/assets.mjs';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const named = 'askwell:results';
const file = `${packageFolder}dist/results.js`;

/** Options of terser for both files. */
export const smallest = {
  ecma: 2020,
  module: true,
  compress: { passes: 3, hoist_funs: true, pure_getters: true, unsafe: true, unsafe_arrows: true, unsafe_math: true },
};

async function buildResults() {
  const { outputFiles } = await build({
    absWorkingDir: packageFolder,
    entryPoints: ['src/results/results.ts'],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    minifySyntax: true,
    write: false,
    plugins: [assetsForEsbuild],
  });
  const { code } = await minify(outputFiles[0].text, smallest);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
  return `sha384-${createHash('sha384').update(code).digest('base64')}`;
}

/** esbuild plugin for the script. */
export const resultsApart = {
  name: 'askwell-results',
  setup(script) {
    script.onResolve({ filter: /\/results\/load\.js$/ }, () => ({
      path: `${packageFolder}src/results/load-from-server.ts`,
    }));
    script.onResolve({ filter: new RegExp(`^${named}$`) }, ({ path }) => ({ path, namespace: named }));
    script.onLoad({ filter: /./, namespace: named }, async () => ({ contents: await buildResults(), loader: 'text' }));
  },
};
