import { execFile } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDocs } from './support/docs/read-docs.js';
import { temporaryFolder } from './support/temporary-folder.js';

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** A project with the built packages installed. */
let project: string;
beforeEach(async () => {
  project = await temporaryFolder();
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rm(project, { recursive: true }));

/** Writes the files of a section: code blocks that begin with a file name. */
async function writeSection(title: string): Promise<string> {
  const [, section = ''] = (await readDocs('testing.md')).split(`\n## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  // Longer than the path of Vitest: it removes as many characters from its own path as its root has, and compares the result with the
  // imports.
  const folder = join(project, title.replace(':', '-').padEnd(vitest.length, '-'));
  await mkdir(folder);
  for (const [, name = '', code = ''] of own.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)) {
    await writeFile(join(folder, name), code);
  }
  return folder;
}

/** Runs Node without the environment variables of the outer test runner. */
async function run(args: readonly string[], cwd: string): Promise<string> {
  const env = { PATH: process.env['PATH'] };
  const { stdout } = await runFile(process.execPath, [...args], { cwd, env }).catch((error) => {
    // The output of the inner runner shows what has failed.
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

test('the example for Vitest passes', async () => {
  const folder = await writeSection('Vitest');
  const report = await run([vitest, 'run', '--root', folder, '--reporter', 'json'], folder);
  expect(JSON.parse(report)).toMatchObject({ numPassedTests: 2, numTotalTests: 2, success: true });
});

test('the example for node:test passes', async () => {
  const folder = await writeSection('node:test');
  const report = await run(['--test', '--test-reporter', 'tap'], folder);
  expect(report).toMatch(/^# tests 2$/m);
  expect(report).toMatch(/^# pass 2$/m);
});

test('ES modules and CommonJS both share their AskwellError with the library', async () => {
  const check = `
    const test = await createTestAskwell();
    const error = await test.askwell.polls.get('nobody', 'poll_1').catch((error) => error);
    console.log(error instanceof AskwellError);
    await test.close();`;
  const names = ['@askwell/server', '@askwell/server/testing'] as const;
  await writeFile(
    join(project, 'check.mjs'),
    `import { AskwellError } from '${names[0]}';\nimport { createTestAskwell } from '${names[1]}';\n${check}`,
  );
  await writeFile(
    join(project, 'check.cjs'),
    `const { AskwellError } = require('${names[0]}');\nconst { createTestAskwell } = require('${names[1]}');\n(async () => {${check}})();`,
  );
  for (const file of ['check.mjs', 'check.cjs']) expect([file, await run([file], project)]).toEqual([file, 'true\n']);
});
