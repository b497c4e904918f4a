// Bundles what the script loads on demand into files of their own: what renders results, and what only quizzes, forms and
// tickets need. The script contains the hashes of these files, so that a page that sets `integrity` on the script also pins them.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';
import { assetsForEsbuild } from '../../server-lib/build/assets.mjs';
import { shortNames } from './short-names.mjs';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const entries = { results: 'src/results/results.ts', questions: 'src/questions/questions.ts' };

/** Options of terser for all files. */
export const smallest = {
  ecma: 2020,
  module: true,
  compress: { passes: 3, hoist_funs: true, pure_getters: true, unsafe_arrows: true },
};

/** Options of esbuild for all files. */
export const smallNames = {
  charset: 'utf8',
  minifySyntax: true,
  mangleProps: new RegExp(`^(${Object.keys(shortNames).join('|')})$`),
  mangleCache: shortNames,
};

/** Bundles a file and returns its integrity hash. */
async function bundle(name) {
  const { outputFiles } = await build({
    ...smallNames,
    absWorkingDir: packageFolder,
    entryPoints: [entries[name]],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    plugins: [assetsForEsbuild],
  });
  const { code } = await minify(outputFiles[0].text, smallest);
  await mkdir(`${packageFolder}dist`, { recursive: true });
  await writeFile(`${packageFolder}dist/${name}.js`, code);
  return `sha384-${createHash('sha384').update(code).digest('base64')}`;
}

/** esbuild plugin for the script. */
export const lazyFiles = {
  name: 'askwell-lazy-files',
  setup(script) {
    const names = Object.keys(entries).join('|');
    script.onResolve({ filter: new RegExp(`/(${names})/load\\.js$`) }, ({ path }) => ({
      path: `${packageFolder}src/${path.split('/').at(-2)}/load-from-server.ts`,
    }));
    script.onResolve({ filter: new RegExp(`^askwell:(${names})$`) }, ({ path }) => ({ path, namespace: 'lazy-file' }));
    script.onLoad({ filter: /./, namespace: 'lazy-file' }, async ({ path }) => ({
      contents: await bundle(path.replace('askwell:', '')),
      loader: 'text',
    }));
  },
};
