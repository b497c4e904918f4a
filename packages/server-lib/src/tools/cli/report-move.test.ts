import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createMoveReport } from './report-move.js';

/** Reports a move to a terminal or a file, and returns what is printed. */
function printed(isTTY: boolean): string {
  let text = '';
  const stdout = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    }),
    { isTTY },
  );
  const report = createMoveReport('askwell.db', 'db.example.com/app', stdout);
  report({ type: 'started', resumed: true, rows: 200, done: { askwell_accounts: 50 } });
  report({ type: 'copied', table: 'askwell_asks', rows: 50, of: 150 });
  report({ type: 'compared', table: 'askwell_asks', rows: 150, hash: 'abc' });
  report({ type: 'recounted', findings: ['Wrong.'] });
  return text;
}

const lines = [
  'Resuming the move of askwell.db to db.example.com/app: 200 rows.',
  'askwell_asks: copied 50 of 150 rows',
  'askwell_asks: 150 rows are equal, SHA-256 abc',
  'Some results do not match the answers, as before the move:',
  '  Wrong.',
];

test('prints a line for each step', () => {
  expect(printed(false)).toBe(`${lines.join('\n')}\n`);
});

test('shows a bar on a terminal, which the next line replaces', () => {
  const bar = `\r\x1b[K[${'#'.repeat(15)}${'-'.repeat(15)}]  50 % askwell_asks 50 of 150 rows`;
  const expected = lines.map((line) => (line === lines[1] ? bar : `\r\x1b[K${line}\n`));
  expect(printed(true)).toBe(expected.join(''));
});
