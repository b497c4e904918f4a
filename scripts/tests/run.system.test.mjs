// Runs the runner over a small project whose tests fail in every way.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** `failOnce` throws at its first call with a name, in any process. */
const support = `
import { existsSync, writeFileSync } from 'node:fs';
export function failOnce(name) {
  const mark = new URL(name + '.mark', import.meta.url);
  if (existsSync(mark)) return;
  writeFileSync(mark, '');
  throw new Error(name + ' failed with SEED=' + process.env.SEED);
}
`;

/** Returns a project whose test waits for the test of another project to run. It writes its number of workers into a file. */
const meeting = (name, other) => ({
  [`${name}/vitest.config.mjs`]: `
    export default {
      test: { name: 'core', globals: true, include: ['*.core.test.mjs'], maxWorkers: 2, globalSetup: 'setup.mjs' },
    };
  `,
  [`${name}/setup.mjs`]: `
    import { writeFileSync } from 'node:fs';
    export default ({ vitest }) => writeFileSync('workers.txt', String(vitest.config.maxWorkers));
  `,
  [`${name}/meets.core.test.mjs`]: `
    import { existsSync, writeFileSync } from 'node:fs';
    test('meets the other', async () => {
      writeFileSync('here.mark', '');
      await expect.poll(() => existsSync('../${other}/here.mark'), { timeout: 60_000 }).toBe(true);
    }, 60_000);
  `,
});

const files = {
  'broken/vitest.config.mjs': `
    const project = (name, include) => ({ test: { name, include, globals: true } });
    export default {
      test: {
        projects: [
          project('unit', ['unit.test.mjs']),
          project('core', ['*.core.test.mjs']),
        ],
      },
    };
  `,
  'broken/fail-once.mjs': support,
  'broken/unit.test.mjs': `
    import { failOnce } from './fail-once.mjs';
    test('unit passes', () => {});
    test('unit fails once', () => failOnce('unit'));
  `,
  'broken/tests.core.test.mjs': `
    import { failOnce } from './fail-once.mjs';
    test('passes', () => {});
    describe('a group (of tests)', () => {
      test('fails once?', () => failOnce('once'));
    });
    test('fails twice', () => expect(1).toBe(2));
  `,
  'broken/hooks.core.test.mjs': `
    import { failOnce } from './fail-once.mjs';
    beforeAll(() => failOnce('hook'));
    test('needs the hook', () => {});
    test('needs the hook too', () => {});
  `,
  'broken/import.core.test.mjs': `
    import './missing.mjs';
    test('never runs', () => {});
  `,
  'broken/rejection.core.test.mjs': `
    import { failOnce } from './fail-once.mjs';
    test('leaves a rejection', async () => {
      Promise.resolve().then(() => failOnce('rejection'));
      await new Promise((resolve) => setImmediate(resolve));
    });
  `,
  'broken/name.core.test.mjs': `
    import { existsSync } from 'node:fs';
    import { failOnce } from './fail-once.mjs';
    const runs = existsSync(new URL('name.mark', import.meta.url)) ? 'second' : 'first';
    test(\`changes its name: \${runs}\`, () => failOnce('name'));
  `,
  'teardown/vitest.config.mjs': `
    export default { test: { name: 'core', globals: true, include: ['*.core.test.mjs'], globalSetup: 'setup.mjs' } };
  `,
  'teardown/setup.mjs': `
    export default () => () => {
      process.exitCode = 3;
    };
  `,
  'teardown/passes.core.test.mjs': `
    test('passes', () => {});
  `,
  'checked/vitest.config.mjs': `
    export default { test: { name: 'core', globals: true, include: ['*.core.test.mjs'], globalSetup: 'setup.mjs' } };
  `,
  'checked/setup.mjs': `
    import { writeFileSync } from 'node:fs';
    export default () => () => {
      writeFileSync(process.env.REPORTS + '/check.txt', 'Something of the whole run is wrong.');
      process.exitCode = 1;
    };
  `,
  'checked/passes.core.test.mjs': `
    test('passes', () => {});
  `,
  'temporary/vitest.config.mjs': `
    export default { test: { name: 'core', globals: true, include: ['*.core.test.mjs'] } };
  `,
  'temporary/writes.core.test.mjs': `
    import { writeFileSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    test('leaves a temporary file', () => {
      writeFileSync(tmpdir() + '/left.txt', '');
      writeFileSync('left.txt', tmpdir());
    });
  `,
  ...meeting('first', 'second'),
  ...meeting('second', 'first'),
};

const runner = new URL('run.mjs', import.meta.url);
const root = mkdtempSync(join(tmpdir(), 'askwell-runner-'));

beforeAll(() => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs the runner in a separate process, and returns its results. */
async function run(options) {
  const code = `
    import { runTests } from ${JSON.stringify(runner.href)};
    import { writeFileSync } from 'node:fs';
    const results = await runTests(${JSON.stringify({ root, projects: ['unit', 'core'], seed: 7, ...options })});
    writeFileSync('results.json', JSON.stringify(results));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await once(child, 'exit');
  expect(status, String(await output)).toBe(0);
  return JSON.parse(readFileSync(join(root, 'results.json'), 'utf8'));
}

const titles = (failures) => failures.map(({ title }) => title).sort();

test('only tests that fail twice, or in a lower tier, are failures', async () => {
  const { passed, failed, flaky, flakyFile } = await run({ folders: { broken: ['unit', 'core'] } });
  expect(titles(failed)).toEqual([
    'broken/import.core.test.mjs',
    'broken/name.core.test.mjs › changes its name: first',
    'broken/tests.core.test.mjs › fails twice',
    'broken/unit.test.mjs › unit fails once',
  ]);
  expect(titles(flaky)).toEqual([
    'broken/hooks.core.test.mjs',
    'broken/rejection.core.test.mjs',
    'broken/tests.core.test.mjs › a group (of tests) > fails once?',
  ]);
  // Two at the first time, and the flaky test and the tests of the flaky files.
  expect(passed).toBe(2 + 1 + 2 + 1);
  const report = readFileSync(flakyFile, 'utf8');
  for (const name of ['once', 'hook', 'rejection']) expect(report).toContain(`Error: ${name} failed with SEED=7`);
  expect(report).toContain('a group (of tests) > fails once?\nproject core, SEED=7\n');
  expect(report).toContain('tests.core.test.mjs:5');
});

test('a run without failures has no list of flaky tests', async () => {
  const paths = [join(root, 'broken', 'hooks.core.test.mjs')];
  const { passed, failed, flaky, flakyFile } = await run({ folders: { broken: ['unit', 'core'] }, paths });
  expect({ passed, failed, flaky }).toEqual({ passed: 2, failed: [], flaky: [] });
  expect(existsSync(flakyFile)).toBe(false);
});

test('a process that fails although its tests pass is a failure', async () => {
  const { passed, failed } = await run({ folders: { teardown: ['core'] } });
  expect({ passed, titles: titles(failed) }).toEqual({ passed: 1, titles: ['teardown'] });
});

test('a check of the whole run says at the end what is wrong', async () => {
  const { passed, failed } = await run({ folders: { checked: ['core'] } });
  expect({ passed, titles: titles(failed) }).toEqual({ passed: 1, titles: ['checked'] });
  expect(failed[0].output).toBe('Something of the whole run is wrong.');
});

test('the system tests of two folders run at the same time, and those of the second one with one worker', async () => {
  const folders = { first: ['core'], second: ['core'] };
  const { passed, failed } = await run({ folders, foldersAtOnce: 2 });
  expect({ passed, titles: titles(failed) }).toEqual({ passed: 2, titles: [] });
  const workers = Object.keys(folders).map((name) => readFileSync(join(root, name, 'workers.txt'), 'utf8'));
  expect(workers).toEqual(['2', '1']);
});

test('the temporary files of a run are in one folder, which is deleted at the end', async () => {
  expect(await run({ folders: { temporary: ['core'] } })).toMatchObject({ passed: 1, failed: [] });
  const folder = readFileSync(join(root, 'temporary/left.txt'), 'utf8');
  expect(basename(folder)).toMatch(/^askwell-tests-/);
  expect(existsSync(folder)).toBe(false);
});
