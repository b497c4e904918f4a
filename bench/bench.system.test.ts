import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cases } from './src/cases.js';

const runner = fileURLToPath(new URL('src/main.js', import.meta.url));

/** Milliseconds, less than the timeout of a test, so that no process outlives it. */
const timeout = 110_000;

test.each(cases)('the case $name runs and reports its figures', async ({ name, measures }) => {
  // Rejects with the error output unless the exit code is 0.
  const { stdout } = await promisify(execFile)(process.execPath, [runner, '--smoke', '--only', name], { timeout });
  const [head, ...rows] = stdout.slice(stdout.lastIndexOf('\n\n')).trim().split('\n');
  expect(head).toMatch(/^min +median +max$/);
  expect(rows).toHaveLength(Object.keys(measures).length);
});

test('an unknown case fails', async () => {
  await expect(promisify(execFile)(process.execPath, [runner, '--smoke', '--only', 'unknown'])).rejects.toMatchObject({
    code: 1,
  });
});
