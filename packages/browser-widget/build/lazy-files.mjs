// Bundles what is loaded on demand into separate files: the code that renders results, the code that only quizzes, forms and tickets
// need, and the code that only quizzes need. A file gets shared modules from the file that loads it, which also contains its hash, so that
// a page that sets `integrity` on the script pins all of them.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';
import { assetsForEsbuild } from '../../server-lib/build/assets.mjs';
import { shortNames } from './short-names.mjs';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
/** The files, with the folder of the module `shared.ts` that lists what they get. */
const files = {
  results: { entry: 'src/results/results.ts', sharedIn: 'src/files' },
  questions: { entry: 'src/questions/questions.ts', sharedIn: 'src/files' },
  quiz: { entry: 'src/quiz/quiz.ts', sharedIn: 'src/quiz' },
};

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

/** Returns the modules that a file shares with the files that it loads, and the names of their exports. New exports come last. */
async function readShared(folder) {
  const source = await readFile(join(packageFolder, folder, 'shared.ts'), 'utf8');
  const exports = [...source.matchAll(/^export \{ (.*) \} from '\.\.\/(.*)';$/gm)];
  const names = exports.flatMap(([, list]) => list.split(', '));
  return { source, paths: exports.map(([, , path]) => path), names };
}

/** Returns the version of what the files share. */
async function readInterfaceVersion() {
  const source = await readFile(`${packageFolder}src/files/interface-version.ts`, 'utf8');
  return /interfaceVersion = (\d+);/.exec(source)[1];
}

/** Returns the place of an export that the files share. */
function placeOf(names, name) {
  if (!names.includes(name)) throw new Error(`No shared.ts exports ${name}.`);
  return names.indexOf(name);
}

/** Makes a file get the modules of a `shared.ts` from the file that loads it, where they are already. */
const sharedModules = (folder) => ({
  name: 'askwell-shared-modules',
  async setup(file) {
    const { paths, names } = await readShared(folder);
    file.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const found = relative(`${packageFolder}src`, join(resolveDir, path)).replaceAll('\\', '/');
      return paths.includes(found) ? { path: 'parts', namespace: 'shared' } : undefined;
    });
    // One module for all, so that each export has one name in the file.
    file.onLoad({ filter: /./, namespace: 'shared' }, () => ({ contents: `export { ${names} } from 'parts';` }));
    file.onResolve({ filter: /^parts$/ }, () => ({ path: 'parts', external: true }));
  },
});

/** Turns a bundled module into a function that gets what the files share, and returns the exports. */
async function functionOf(code, folder) {
  const { names } = await readShared(folder);
  const pairs = (list, pair) => list.split(',').map((one) => pair(...one.trim().split(' as ')));
  const body = code
    .replace(/^import \{([^}]*)\} from "[^"]*";$/gm, (_all, list) => {
      const members = pairs(list, (name, local = name) => `${placeOf(names, name)}: ${local}`);
      return `const { ${members} } = shared;`;
    })
    .replace(/^export \{([^}]*)\};$/gm, (_all, list) => {
      return `return { ${pairs(list, (local, name = local) => `${shortNames[name] ?? name}: ${local}`)} };`;
    });
  return `export const interfaceVersion = ${await readInterfaceVersion()}; export default (shared) => {${body}};`;
}

/** Bundles a file and returns its integrity hash. */
async function bundle(name) {
  const { entry, sharedIn } = files[name];
  const { outputFiles } = await build({
    ...smallNames,
    absWorkingDir: packageFolder,
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    plugins: [sharedModules(sharedIn), lazyFiles, assetsForEsbuild],
  });
  const [{ text }] = outputFiles;
  const { code } = await minify(await functionOf(text, sharedIn), smallest);
  await mkdir(`${packageFolder}dist`, { recursive: true });
  await writeFile(`${packageFolder}dist/${name}.js`, code);
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}

/** esbuild plugin for the script, and for the files that it loads. */
export const lazyFiles = {
  name: 'askwell-lazy-files',
  setup(script) {
    const names = Object.keys(files).join('|');
    script.onResolve({ filter: new RegExp(`/(${names})/load\\.js$`) }, ({ path }) => ({
      path: `${packageFolder}src/${path.split('/').at(-2)}/load-from-server.ts`,
    }));
    script.onResolve({ filter: new RegExp(`^askwell:(${names})$`) }, ({ path }) => ({ path, namespace: 'lazy-file' }));
    script.onLoad({ filter: /./, namespace: 'lazy-file' }, async ({ path }) => ({
      contents: await bundle(path.replace('askwell:', '')),
      loader: 'text',
    }));
    // Listed when they are needed: modules that import each other are complete by then. A function is hoisted, so that the modules that
    // are listed can pass it on before.
    script.onLoad({ filter: /[/\\](files|quiz)[/\\]parts\.ts$/ }, async ({ path }) => {
      const { names, source } = await readShared(relative(packageFolder, dirname(path)));
      const imports = source.match(/^export \{ .* \} from .*;$/gm).map((line) => line.replace('export', 'import'));
      return { contents: `${imports.join('\n')}\nexport function parts() { return [${names}]; }`, loader: 'ts' };
    });
  },
};
