import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// The modules of the benchmark read it when they are imported.
process.argv.push('--smoke');
const { cases } = await import('./src/cases.js');
const { runRounds } = await import('./src/rounds.js');
const { toTable } = await import('./src/table.js');

const main = fileURLToPath(new URL('src/main.js', import.meta.url));

/** Runs the command with a case. Rejects with the error output unless the exit code is 0. */
const run = (name: string) => promisify(execFile)(process.execPath, [main, '--smoke', '--only', name]);

/** Checks what a case prints: its description, a line for its round, and a row for each of its figures. */
function expectReport(output: string, { name, about, measures }: (typeof cases)[number]) {
  const [lines = '', table = ''] = output.trim().split(/\n\n(?=.*min +median)/);
  expect(lines.split('\n').slice(0, 2)).toEqual([`${name}: ${about}`, expect.stringMatching(/^ {2}1 {2}/)]);
  const [head, ...rows] = table.split('\n');
  expect(head).toMatch(/^ *min +median +max$/);
  expect(rows).toHaveLength(Object.keys(measures).length);
}

test.each(cases)('the case $name runs and reports its figures', { timeout: 300_000 }, async (comparison) => {
  const lines: string[] = [];
  const rows = await runRounds(comparison, 1, (line) => lines.push(line));
  expectReport(`${lines.join('\n')}\n\n${toTable(rows)}`, comparison);
});

test.each(cases.filter(({ name }) => name === 'writes'))('the command runs the case $name', async (comparison) => {
  const { stdout } = await run(comparison.name);
  expectReport(stdout, comparison);
});

test('an unknown case fails', async () => {
  await expect(run('unknown')).rejects.toMatchObject({ code: 1 });
});
