import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { packageEntries } from './support/entries.js';
import { sharedFile } from './support/project.js';
import { tryRun } from './support/run.js';

/**
 * Values of `module` in a project's tsconfig.json, each with a matching `moduleResolution`, and the compilers that read it, by their name
 * in package.json: the oldest that we support, and the newest. The newest compiler tests all values that it supports, since it is the
 * fastest. All versions resolve modules by the same rules.
 */
const modules = [
  { module: 'node16', moduleResolution: 'node16', readBy: ['ts57', 'ts7'] },
  { module: 'nodenext', moduleResolution: 'nodenext', readBy: ['ts7'] },
  { module: 'preserve', moduleResolution: 'bundler', readBy: ['ts7'] },
  // Used by older projects of Express and Nest. TypeScript 7 does not support it.
  { module: 'commonjs', moduleResolution: 'node10', readBy: ['ts57'] },
];

/** Flags of compilers. Each checker of the newest one checks all types that it needs, which several do not do faster. */
const flags: Readonly<Record<string, readonly string[]>> = { ts7: ['--checkers', '1'] };

/** A program for Node and one for browsers, since their global types differ. */
const programs = {
  node: { packages: ['@askwell/server', '@askwell/client'], lib: ['ES2022'], types: ['node'] },
  browser: { packages: ['@askwell/widget'], lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] },
} as const;

const wrongDatabase = `
import { createAskwell } from '@askwell/server';
// @ts-expect-error A database is a path, not a number.
createAskwell({ database: 42 });
`;

const folder = join(inject('installed').bare, 'types');

/** Writes a module that imports every typed entry and uses the names, as .mts and, where `require` is served, as .cts. */
beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  for (const [name, { packages }] of Object.entries(programs)) {
    const entries = (await packageEntries()).filter((entry) => entry.isTyped && isOneOf(packages, entry.package));
    await mkdir(join(folder, name), { recursive: true });
    const modulesText = importing(entries.map((entry) => entry.name));
    await writeFile(join(folder, name, 'entries.mts'), modulesText + (name === 'node' ? wrongDatabase : ''));
    const required = entries.filter((entry) => entry.isRequirable).map((entry) => entry.name);
    await writeFile(join(folder, name, 'entries.cts'), importing(required) + (name === 'node' ? wrongDatabase : ''));
  }
});

function importing(names: readonly string[]): string {
  return names.map((name, index) => `export type * as entry${index} from '${name}';\n`).join('') || 'export {};\n';
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

const cases = modules.flatMap(({ readBy, ...settings }) =>
  readBy.flatMap((compiler) =>
    Object.entries(programs).map(([program, { lib, types }]) => ({ compiler, program, lib, types, ...settings })),
  ),
);

test.each(cases)('every entry for $program type-checks with $compiler and module $module', async (settings) => {
  const { compiler, program, lib, types, module, moduleResolution } = settings;
  // The declarations of other packages do not support the older resolution.
  const isOld = moduleResolution === 'node10';
  const compilerOptions = { strict: true, skipLibCheck: isOld, noEmit: true, target: 'ES2022', esModuleInterop: true };
  const config = { compilerOptions: { ...compilerOptions, lib, types, module, moduleResolution } };
  const file = join(folder, program, `${compiler}-${module}.json`);
  await writeFile(file, JSON.stringify({ ...config, files: ['entries.mts', 'entries.cts'] }));

  const words = [sharedFile(`${compiler}/bin/tsc`), ...(flags[compiler] ?? []), '-p', file];
  const { code, output } = await tryRun(process.execPath, words, { cwd: folder });
  expect({ code, output }).toEqual({ code: 0, output: '' });
});

/** The compile-time tests of the client, which the packed declarations must pass. They use the types of vitest. */
const clientTests = new URL('../packages/client-sdk/test/types/', import.meta.url);
const clientTestNames = ['definitions.test-d.ts', 'rules.test-d.ts'];
const vitest = new URL('../node_modules/vitest', import.meta.url).pathname;

// The newest compiler checks the same tests in the client's own folder.
test('the typed definitions of the client work with the oldest compiler', async () => {
  const compiler = 'ts57';
  const project = join(folder, 'definitions');
  await mkdir(project, { recursive: true });
  for (const name of clientTestNames) await copyFile(new URL(name, clientTests), join(project, name));
  const compilerOptions = { strict: true, skipLibCheck: true, noEmit: true, target: 'ES2022', types: ['node'] };
  const access = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const resolution = { module: 'preserve', moduleResolution: 'bundler', paths: { vitest: [vitest] } };
  const config = { compilerOptions: { ...compilerOptions, ...resolution, ...access } };
  const file = join(project, `${compiler}.json`);
  await writeFile(file, JSON.stringify({ ...config, files: clientTestNames }));

  const { code, output } = await tryRun(process.execPath, [sharedFile(`${compiler}/bin/tsc`), '-p', file], {
    cwd: project,
  });
  expect({ code, output }).toEqual({ code: 0, output: '' });
});
