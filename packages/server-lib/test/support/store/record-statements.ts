import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, vi } from 'vitest';
import type { Value } from '../../../src/db/sql/statement.js';
import type { StatementRecord } from './compare-statements.js';
import { areRecorded, runTexts } from './run-texts.js';

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
      if (!areRecorded()) return render;
      return (strings, parts) => {
        const { text, values } = renderForPostgres(strings, parts);
        const kinds = runTexts.get(text) ?? values.map(() => new Set());
        runTexts.set(text, kinds);
        values.forEach((value, at) => {
          kinds[at]?.add(kindOf(value));
        });
        return render(strings, parts);
      };
    },
  };
});

/** Returns what PostgreSQL distinguishes, and SQLite may not: it stores any value in any column. */
function kindOf(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value === 'string' ? 'text' : 'bytes';
}

afterAll(() => {
  const file = expect.getState().testPath;
  if (folder === undefined || file === undefined) return;
  const source = withPlaceholders(readFileSync(file, 'utf8'));
  const ofProduct = [...runTexts].filter(([text]) => !source.includes(inOneLine(text)));
  const texts = ofProduct.flatMap(([text, kinds]) => withKinds(text, kinds));
  const record: StatementRecord = { file, texts: [...new Set(texts)] };
  runTexts.clear();
  const name = createHash('sha256').update(file).digest('hex');
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(record));
});

/** Returns the source of a test with a placeholder for each value in its templates. A test may run statements of its own to see an effect. */
function withPlaceholders(source: string): string {
  return inOneLine(source.replace(/\$\{[^}]*\}/g, '?'));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Rows of values, a list of values, or a value. */
const placeholders = /(\bvalues )?((?:\( ?\?(?: ?, ?\?)* ?\) ?,? ?)+)|\?/g;

/** Returns a statement, and the statement with each kind of each value. One row and one value stand for any number of them. */
function withKinds(text: string, kinds: readonly ReadonlySet<string>[]): string[] {
  const columns: Set<string>[] = [];
  let next = 0;
  const short = inOneLine(text).replace(placeholders, (found: string, rows = '', list?: string) => {
    const count = found.split('?').length - 1;
    const width = rows === '' ? 1 : found.slice(0, found.indexOf(')')).split('?').length - 1;
    const own = Array.from({ length: width }, () => new Set<string>());
    for (let at = 0; at < count; at++) for (const kind of kinds[next + at] ?? []) own[at % width]?.add(kind);
    columns.push(...own);
    next += count;
    return list === undefined ? '?' : `${rows}(?)`;
  });
  return [short, ...columns.flatMap((own, at) => [...own].map((kind) => `${short} -- value ${at + 1}: ${kind}`))];
}
