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

/** Returns the task in turbo.json that builds a package. */
function buildOf(folder) {
  return tasks[`${readPackage(folder).name}#build`] ?? tasks.build;
}

/** Returns a function that returns whether a file is an input of the build of a package. */
function inputsOf(folder) {
  const { inputs } = buildOf(folder);
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

/** Returns the packages whose builds the build of a package waits for, with the packages that these builds wait for. */
function buildsBefore(folder) {
  const { dependencies, devDependencies } = readPackage(folder);
  const own = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  const { dependsOn } = buildOf(folder);
  const before = folders.filter((other) => {
    const otherName = readPackage(other).name;
    return dependsOn.includes(`${otherName}#build`) || (dependsOn.includes('^build') && own.has(otherName));
  });
  return [...new Set([...before, ...before.flatMap(buildsBefore)])];
}

/** Returns whether a file is only for tests. */
const isForTests = (file) => /\.(test|case)\.ts$/.test(file) || file.includes('/test/');

const problems = folders.flatMap((folder) => {
  const own = [
    ...sourcesIn(`${folder}/src`).filter((file) => !isForTests(file)),
    ...sourcesIn(`${folder}/build`),
    `${folder}/tsup.config.ts`,
  ];
  // A build runs again after a change of its own inputs, and of the inputs of the builds that it waits for.
  const areInputs = [folder, ...buildsBefore(folder)].map(inputsOf);
  return reachableFrom(own)
    .filter((file) => !areInputs.some((isInput) => isInput(file)))
    .map((file) => `${folder}: the build imports ${file}`);
});

for (const problem of problems) console.error(`${problem}, which is no input of it in turbo.json.`);
if (problems.length > 0) process.exitCode = 1;
