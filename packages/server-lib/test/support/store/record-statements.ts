import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, vi } from 'vitest';
import type { StatementRecord } from './compare-statements.js';
import { runTexts } from './run-texts.js';

// Writes down the statements that the tests of a file run, for `compare-statements.ts`.

const folder = inject('statementsFolder');

vi.mock(import('../../../src/db/sql/render-sql.js'), async (importOriginal) => {
  const original = await importOriginal();
  if (folder === undefined) return original;
  const renderForPostgres = original.createRenderer({ dialect: 'postgres', placeholder: () => '?' });
  return {
    ...original,
    createRenderer(settings) {
      const render = original.createRenderer(settings);
      return (strings, parts) => {
        runTexts.add(renderForPostgres(strings, parts).text);
        return render(strings, parts);
      };
    },
  };
});

afterAll(() => {
  const file = expect.getState().testPath;
  if (folder === undefined || file === undefined) return;
  const record: StatementRecord = { file, texts: [...new Set([...runTexts].map(withOneRow))] };
  runTexts.clear();
  const name = createHash('sha256').update(file).digest('hex');
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(record));
});

/** Returns a statement with one row of values in place of any number of rows. */
function withOneRow(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(\(\s*\?(\s*,\s*\?)*\s*\)\s*,?\s*)+/g, '(?)');
}
