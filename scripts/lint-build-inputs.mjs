// Fails if a build imports a file of another package that is not an input of its task in turbo.json: after a change of that file, turbo
// would use an old build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));
const { tasks } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8'));
const folders = ['server-lib', 'client-sdk', 'browser-widget'].map((name) => `packages/${name}`);
const serverContract = 'packages/server-lib/src/shared/contract.ts';

/** Returns the source files below a folder, by their paths from the root. */
function sourcesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ts|mjs|svelte)$/.test(file) && !file.includes('/node_modules/'));
}

/** Returns the file that an import refers to. Undefined for packages and for output of a build. */
function resolveImport(importer, name) {
  if (name === '@askwell/server/contract') return serverContract;
  if (!name.startsWith('.')) return undefined;
  const path = relative(root, join(root, dirname(importer), name)).replaceAll('\\', '/');
  return [path, path.replace(/\.js$/, '.ts'), `${path}.ts`].find(
    (file) => /\.\w+$/.test(file) && !file.includes('/dist/') && existsSync(join(root, file)),
  );
}

/** Returns the files that some files import, directly and indirectly, with themselves. */
function reachableFrom(files) {
  const reached = new Set(files);
  for (const file of reached) {
    if (!/\.(ts|mjs|svelte)$/.test(file)) continue;
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      const imported = resolveImport(file, fileName);
      if (imported !== undefined) reached.add(imported);
    }
  }
  return [...reached];
}

function readPackage(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** Returns a task of a package in turbo.json. */
function taskOf(folder, name) {
  return tasks[`${readPackage(folder).name}#${name}`] ?? tasks[name];
}

/** Returns a function that returns whether a file is an input of a task of a package. */
function inputsOf(folder, task) {
  const { inputs } = taskOf(folder, task);
  const patterns = inputs.map((input) => {
    const isExcluded = input.startsWith('!');
    const glob = input.replace('!', '');
    const path = glob.startsWith('$TURBO_ROOT$/') ? glob.slice('$TURBO_ROOT$/'.length) : `${folder}/${glob}`;
    return { isExcluded, pattern: toPattern(path) };
  });
  return (file) =>
    patterns.some(({ isExcluded, pattern }) => !isExcluded && pattern.test(file)) &&
    !patterns.some(({ isExcluded, pattern }) => isExcluded && pattern.test(file));
}

function toPattern(glob) {
  const parts = glob.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

/** Returns the packages whose bundles the bundle of a package contains, with the packages that these contain. */
function bundlesBefore(folder) {
  const { dependsOn = [] } = taskOf(folder, 'bundle');
  const before = folders.filter((other) => dependsOn.includes(`${readPackage(other).name}#bundle`));
  return [...new Set([...before, ...before.flatMap(bundlesBefore)])];
}

/** Returns whether a file is only for tests. */
const isForTests = (file) => /\.(test|case)\.ts$/.test(file) || file.includes('/test/');

/** The tasks that write `dist`, and the configuration of each. */
const configs = { bundle: 'tsup.config.ts', declarations: 'tsup.declarations.ts' };

const problems = folders.flatMap((folder) =>
  Object.entries(configs).flatMap(([task, config]) => {
    const sources = sourcesIn(`${folder}/src`).filter((file) => !isForTests(file));
    // A task runs again after a change of its own inputs, and of the inputs of the tasks that it waits for.
    const bundled = [folder, ...bundlesBefore(folder)].map((name) => inputsOf(name, 'bundle'));
    const areInputs = task === 'bundle' ? bundled : [...bundled, inputsOf(folder, task)];
    return reachableFrom([...sources, ...sourcesIn(`${folder}/build`), `${folder}/${config}`])
      .filter((file) => !areInputs.some((isInput) => isInput(file)))
      .map((file) => `${folder}: ${task} imports ${file}`);
  }),
);

for (const problem of problems) console.error(`${problem}, which is no input of it in turbo.json.`);
if (problems.length > 0) process.exitCode = 1;
