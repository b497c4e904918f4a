import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cases } from './src/cases.js';

const runner = fileURLToPath(new URL('src/main.js', import.meta.url));

/** Milliseconds for all cases. Less than the timeout of the test, so that no process outlives it. */
const timeout = 550_000;

/** Runs cases for about a second each. Rejects with the error output unless the exit code is 0. */
const run = (...only: string[]) => promisify(execFile)(process.execPath, [runner, '--smoke', ...only], { timeout });

/** Returns the names of the cases that have run: each prints a line that begins with its name. */
const ranCases = (stdout: string) =>
  cases.map(({ name }) => name).filter((name) => stdout.split('\n').some((line) => line.startsWith(`${name}: `)));

test('every case runs and reports its figures', { timeout: 600_000 }, async () => {
  const { stdout } = await run();
  expect(ranCases(stdout)).toEqual(cases.map(({ name }) => name));
  const [head, ...rows] = stdout.slice(stdout.lastIndexOf('\n\n')).trim().split('\n');
  expect(head).toMatch(/^min +median +max$/);
  expect(rows).toHaveLength(cases.flatMap(({ measures }) => Object.keys(measures)).length);
});

test('one case runs by its name', async () => {
  const { stdout } = await run('--only', 'login');
  expect(ranCases(stdout)).toEqual(['login']);
});

test('an unknown case fails', async () => {
  await expect(run('--only', 'unknown')).rejects.toMatchObject({ code: 1 });
});
