// Bundles what the script loads on demand into separate files: the code that renders results, and the code that only quizzes, forms and
// tickets need. These files get shared modules from the script. The script contains the hashes of these files, so that a page that sets
// `integrity` on the script also pins them.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';
import { assetsForEsbuild } from '../../server-lib/build/assets.mjs';
import { shortNames } from './short-names.mjs';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const shared = `${packageFolder}src/files/shared.ts`;
const entries = { results: 'src/results/results.ts', questions: 'src/questions/questions.ts' };

/** Options of terser for all files. */
export const smallest = {
  ecma: 2020,
  module: true,
  compress: { passes: 3, hoist_funs: true, pure_getters: true, unsafe: true, unsafe_arrows: true, unsafe_math: true },
};

/** Options of esbuild for all files. */
export const smallNames = {
  charset: 'utf8',
  minifySyntax: true,
  mangleProps: new RegExp(`^(${Object.keys(shortNames).join('|')})$`),
  mangleCache: shortNames,
};

/** Returns the modules that the files share, and the names of their exports. New exports come last. */
async function readShared() {
  const source = await readFile(shared, 'utf8');
  const exports = [...source.matchAll(/^export \{ (.*) \} from '\.\.\/(.*)';$/gm)];
  const names = exports.flatMap(([, list]) => list.split(', '));
  const [, interfaceVersion] = /interfaceVersion = (\d+);/.exec(source);
  return { source, interfaceVersion, paths: exports.map(([, , path]) => path), names };
}

/** Returns the place of an export that the files share. */
function placeOf(names, name) {
  if (!names.includes(name)) throw new Error(`src/files/shared.ts has to export ${name}.`);
  return names.indexOf(name);
}

/** Makes a file get the modules of `src/files/shared.ts` from the script, where they are already. */
const sharedModules = {
  name: 'askwell-shared-modules',
  async setup(file) {
    const { paths, names } = await readShared();
    file.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const found = relative(`${packageFolder}src`, join(resolveDir, path)).replaceAll('\\', '/');
      return paths.includes(found) ? { path: 'parts', namespace: 'shared' } : undefined;
    });
    // One module for all, so that each export has one name in the file.
    file.onLoad({ filter: /./, namespace: 'shared' }, () => ({ contents: `export { ${names} } from 'parts';` }));
    file.onResolve({ filter: /^parts$/ }, () => ({ path: 'parts', external: true }));
  },
};

/** Turns a bundled module into a function that gets what the files share, and returns the exports. */
async function functionOf(code) {
  const { names, interfaceVersion } = await readShared();
  const pairs = (list, pair) => list.split(',').map((one) => pair(...one.trim().split(' as ')));
  const body = code
    .replace(/^import \{([^}]*)\} from "[^"]*";$/gm, (_all, list) => {
      const members = pairs(list, (name, local = name) => `${placeOf(names, name)}: ${local}`);
      return `const { ${members} } = shared;`;
    })
    .replace(/^export \{([^}]*)\};$/gm, (_all, list) => {
      return `return { ${pairs(list, (local, name = local) => `${name}: ${local}`)} };`;
    });
  return `export const interfaceVersion = ${interfaceVersion}; export default (shared) => {${body}};`;
}

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
    plugins: [sharedModules, assetsForEsbuild],
  });
  const [{ text }] = outputFiles;
  const { code } = await minify(await functionOf(text), smallest);
  await mkdir(`${packageFolder}dist`, { recursive: true });
  await writeFile(`${packageFolder}dist/${name}.js`, code);
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
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
    // Listed when they are needed: modules that import each other are complete by then.
    script.onLoad({ filter: /[/\\]files[/\\]parts\.ts$/ }, async () => {
      const { names, source } = await readShared();
      const imports = source.match(/^export \{ .* \} from .*;$/gm).map((line) => line.replace('export', 'import'));
      return { contents: `${imports.join('\n')}\nexport const parts = () => [${names}];`, loader: 'ts' };
    });
  },
};
