import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cases } from './src/cases.js';

const runner = fileURLToPath(new URL('src/main.js', import.meta.url));

/** Milliseconds for one case. Less than the timeout of the test, so that no process outlives it. */
const timeout = 280_000;

/** Runs a case for about a second. Rejects with the error output unless the exit code is 0. */
const run = (name: string) => promisify(execFile)(process.execPath, [runner, '--smoke', '--only', name], { timeout });

test.each(cases)('the case $name runs and reports its figures', { timeout: 300_000 }, async ({ name, measures }) => {
  const { stdout } = await run(name);
  expect(stdout.split('\n').some((line) => line.startsWith(`${name}: `))).toBe(true);
  const [head, ...rows] = stdout.slice(stdout.lastIndexOf('\n\n')).trim().split('\n');
  expect(head).toMatch(/^min +median +max$/);
  expect(rows).toHaveLength(Object.keys(measures).length);
});

test('an unknown case fails', async () => {
  await expect(run('unknown')).rejects.toMatchObject({ code: 1 });
});
