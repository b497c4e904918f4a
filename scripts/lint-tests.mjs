// Fails if a test file belongs to no vitest project of its tier, or if a unit or service test, or a support file that it imports,
// uses something that only the system tier may use: sockets, processes, threads, browsers, real timers and random values. Only instances
// of `startService` and `createTestAskwell` have no real timers.
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { createVitest } from 'vitest/node';
import { parseSource } from './parse-source.mjs';
import { folders } from './tests/projects.mjs';
import { testFiles, tierOf } from './tests/test-files.mjs';

/** The exceptions to the rules: the file, the rule and the reason. */
const exceptions = [
  {
    file: 'packages/server-lib/src/tools/testing/testing.service.test.ts',
    rule: 'fake timers',
    reason: 'The tests of a host may use fake timers.',
  },
  {
    file: 'packages/server-lib/src/core/submit/answer-replays.service.test.ts',
    rule: 'address',
    reason: 'A visitor repeats a request from the same address, or from another one.',
  },
  {
    file: 'packages/server-lib/src/web/embed/view-endpoints.service.test.ts',
    rule: 'address',
    reason: 'The requests of one address count against its limit.',
  },
  {
    file: 'packages/server-lib/src/web/sample/sample-instance.service.test.ts',
    rule: 'address',
    reason: 'The sample is created without a server, so its requests get their addresses in the test.',
  },
  ...[
    'src/create-askwell.service.test.ts',
    'src/dashboard/layout/assets.service.test.ts',
    'src/instance/options/host-warnings.service.test.ts',
    'src/db/explained-store.sqlite.service.test.ts',
    'test/frameworks/types.service.test.ts',
  ].map((file) => ({
    file: `packages/server-lib/${file}`,
    rule: 'real timers',
    reason: 'A host creates its instance this way.',
  })),
  {
    file: 'packages/server-lib/test/support/servers/start-service.ts',
    rule: 'real timers',
    reason: 'Replaces the timers of the instance.',
  },
];

/** Forbidden imports, by the module. */
const imports = {
  'node:child_process': 'child process',
  'node:worker_threads': 'thread',
  'node:net': 'socket',
  'node:tls': 'socket',
  'node:dgram': 'socket',
  'node:cluster': 'child process',
  'node:timers': 'timer',
  'node:timers/promises': 'timer',
  'playwright-core': 'browser',
  '@sparticuz/chromium': 'browser',
};
const unitImports = { 'node:fs': 'file system', 'node:fs/promises': 'file system' };

/** Forbidden calls of global functions. The timers of a clock have the same names. */
const globals = { setTimeout: 'timer', setInterval: 'timer' };

/** Forbidden calls, by the end of the called expression. */
const calls = {
  listen: 'socket',
  createServer: 'socket',
  startServer: 'socket',
  spawn: 'child process',
  fork: 'child process',
  execFile: 'child process',
  'vi.waitFor': 'waiting',
  'vi.waitUntil': 'waiting',
  'expect.poll': 'waiting',
  'vi.useFakeTimers': 'fake timers',
  'Math.random': 'random values',
  randomInt: 'random values',
  newAddress: 'address',
};
/** Instances of `startService` and `createTestAskwell` have no real timers. */
const serviceCalls = {
  createAskwell: 'real timers',
  assembleServices: 'real timers',
  createClock: 'real timers',
  createSystemClock: 'real timers',
};

const root = fileURLToPath(new URL('../', import.meta.url));
const files = testFiles(root);
const problems = [...(await problemsOfProjects()), ...problemsOfTiers()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** Compares the files and folders with the projects of the vitest configurations. */
async function problemsOfProjects() {
  const found = [];
  const tiers = new Map(files.map((file) => [file, new Set()]));
  for (const [folder, expected] of Object.entries(folders)) {
    const vitest = await createVitest('test', { root: join(root, folder), watch: false });
    for (const project of vitest.projects) {
      if (!expected.includes(project.name)) {
        found.push(`${folder}: the project "${project.name}" is not in scripts/tests/projects.mjs.`);
      }
      // PgBouncer runs tests of other projects again.
      if (project.name === 'pgbouncer') continue;
      const { testFiles: included } = await project.globTestFiles();
      for (const file of included) {
        tiers.get(relative(root, file).replaceAll('\\', '/'))?.add(project.name.replace('-postgres', ''));
      }
    }
    await vitest.close();
  }
  for (const [file, included] of tiers) {
    const tier = tierOf(file);
    // The core is part of the system tier.
    const expected = tier === 'core' ? 'core, system' : tier;
    const actual = [...included].sort().join(', ');
    if (actual !== expected)
      found.push(`${file}: projects of the tiers "${actual}" include this file, but its name says "${expected}".`);
  }
  return found;
}

function problemsOfTiers() {
  const unused = new Set(exceptions);
  const found = new Set();
  for (const file of files) {
    const tier = tierOf(file);
    if (tier !== 'unit' && tier !== 'service') continue;
    for (const checked of [file, ...supportOf(file)]) {
      for (const { line, rule, name } of usesIn(checked, tier)) {
        // System tests use the same support, and share an address unless they request a new one.
        if (rule === 'address' && checked !== file) continue;
        const exception = exceptions.find((other) => other.file === checked && other.rule === rule);
        if (exception) unused.delete(exception);
        else
          found.add(
            `${checked}:${line}: ${rule}: "${name}" in a ${tier} test${checked === file ? '' : ', as support'}.`,
          );
      }
    }
  }
  for (const { file, rule } of unused)
    found.add(`scripts/lint-tests.mjs: the exception of ${file} for "${rule}" matches nothing.`);
  return [...found].sort();
}

function parse(file) {
  return parseSource(join(root, file));
}

/** Returns the support files that a test file imports directly. */
function supportOf(file) {
  return importsIn(parse(file))
    .filter(({ name }) => name.startsWith('.'))
    .map(({ name }) => relative(root, join(root, dirname(file), name)).replaceAll('\\', '/'))
    .flatMap((path) => [path, path.replace(/\.js$/, '.ts')])
    .filter((path) => /\/test\/|\.case\.ts$/.test(path) && /\.(ts|js|mjs)$/.test(path) && existsSync(join(root, path)));
}

/** Returns the imports of a file, without imports of types. */
function importsIn(source) {
  return source.statements
    .filter((node) => ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
    .map((node) => ({ node, name: node.moduleSpecifier.text }));
}

/** Returns the forbidden imports and calls in a file. */
function usesIn(file, tier) {
  const source = parse(file);
  const forbidden = tier === 'unit' ? { ...imports, ...unitImports } : imports;
  const forbiddenCalls = tier === 'service' ? { ...calls, ...serviceCalls } : calls;
  const uses = importsIn(source)
    .filter(({ name }) => name in forbidden)
    .map(({ node, name }) => ({ node, name, rule: forbidden[name] }));

  function visit(node) {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(source).replaceAll(/\s/g, '');
      const name =
        Object.keys(globals).find((global) => called === global || called === `globalThis.${global}`) ??
        Object.keys(forbiddenCalls).find((end) => called === end || called.endsWith(`.${end}`));
      if (name) uses.push({ node, name, rule: globals[name] ?? forbiddenCalls[name] });
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return uses.map(({ node, ...use }) => ({
    ...use,
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
  }));
}
