import type { Operation } from '../../db/operation.js';
import { all, type Value } from '../../db/sql/statement.js';
import { type MovedTable, plain, quote } from './moved-table.js';

/** The maximum number of rows that are reported of a table. */
const maxRows = 20;

/** Finds texts with NUL characters, which PostgreSQL cannot store. Returns a sentence for each. */
export function* findNulTexts(tables: readonly MovedTable[]): Operation<string[]> {
  const findings: string[] = [];
  for (const table of tables) {
    if (table.textColumns.length > 0) findings.push(...(yield* findNulTextsIn(table)));
  }
  return findings;
}

function* findNulTextsIn({ name, sql, key, textColumns }: MovedTable): Operation<string[]> {
  const hasNul = plain(textColumns.map((column) => `instr(${quote(column)}, char(0)) > 0`).join(' or '));
  const found = yield* all<Readonly<Record<string, Value>>>`
    select ${sql.columns} from ${sql.name} where ${hasNul} order by ${sql.key} limit ${maxRows}`;
  return found.map((row) => {
    const columns = textColumns.filter((column) => String(row[column]).includes('\0'));
    const id = key.map((column) => `${column} ${show(row[column])}`).join(', ');
    return `${name} (${id}): ${columns.join(', ')} contains a NUL character.`;
  });
}

function show(value: Value | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : JSON.stringify(value);
}
