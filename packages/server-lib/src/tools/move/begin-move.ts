import { randomBytes } from 'node:crypto';
import { createClock } from '../../base/clock.js';
import { lockName } from '../../db/locks.js';
import { findMoveError, type MoveMark, saveMoveMark, selectMoveMark } from '../../db/move-mark.js';
import type { Operation } from '../../db/operation.js';
import { selectFingerprint } from '../../db/secret-fingerprint.js';
import { all, type Value } from '../../db/sql/statement.js';
import type { Copying } from './copy-tables.js';
import type { MoveDatabase } from './move-database.js';
import { MoveError } from './move-events.js';
import { formatProgress, noProgress } from './move-progress.js';
import { type MovedTable, plain, quote } from './moved-table.js';
import { hasRows } from './table-rows.js';

/** The maximum number of rows that are reported of a table. */
const maxRows = 20;

/** The table that a server fills at its first start. */
const secretTable = 'askwell_secret';

/** What a begun or resumed move needs. */
export interface BegunMove {
  /** The mark of the target. */
  readonly mark: MoveMark;
  readonly resumed: boolean;
}

/**
 * Checks that a source can be moved, marks both databases, and makes them refuse the writes of others.
 *
 * @throws {MoveError} If it cannot be moved. Nothing was changed then.
 */
export async function beginMove(copying: Copying, checkSecret: CheckSecret): Promise<BegunMove> {
  const { source, target, tables } = copying;
  const from = await source.run(selectMoveMark());
  const to = await target.run(selectMoveMark());
  const fingerprint = await source.run(selectFingerprint());
  checkSecret(fingerprint);
  const token = findToken(source, from);
  const resumed = to?.role === 'target' && to.token === token;
  if (!resumed) {
    if (from?.role === 'source' && from.finished_at !== null) throw unusable(source, from);
    await assertEmpty(target, to, tables);
    await assertSameSecret(target, fingerprint);
    await assertNoNul(copying);
  }

  const started_at = from?.role === 'source' ? from.started_at : createClock().now();
  const mark = (role: MoveMark['role'], other: string): MoveMark => {
    return { token, role, other, started_at, finished_at: null, progress: formatProgress(noProgress) };
  };
  await source.run(saveMoveMark(mark('source', target.name)));
  // Each table is frozen in a separate transaction. In one transaction, the locks could deadlock with a write.
  for (const table of tables) await source.run(source.dialect.freeze(table));
  const targetMark = resumed ? to : mark('target', source.name);
  if (!resumed) await target.run(markTarget(target, to, targetMark));
  if (targetMark.finished_at === null) {
    for (const table of tables) await target.run(target.dialect.freeze(table));
  }
  return { mark: targetMark, resumed };
}

/** Marks a target, unless another move has done so since its mark was read. */
function* markTarget({ name }: MoveDatabase, expected: MoveMark | undefined, mark: MoveMark): Operation<void> {
  yield* lockName('askwell move');
  const found = yield* selectMoveMark();
  if (found?.token !== expected?.token) throw new MoveError(`Another move to ${name} has begun.`);
  yield* saveMoveMark(mark);
}

/** Checks the fingerprint of the source's secret. Throws to prevent the move. */
export type CheckSecret = (fingerprint: string | undefined) => void;

/** Returns the token of the source's current move, or a token for a new move. */
function findToken(source: MoveDatabase, mark: MoveMark | undefined): string {
  if (mark?.role === 'source') return mark.token;
  if (mark && findMoveError(mark)) throw unusable(source, mark);
  return randomBytes(16).toString('hex');
}

function unusable({ name }: MoveDatabase, mark: MoveMark): MoveError {
  return new MoveError(`${name} cannot be moved. ${findMoveError(mark)?.message}`);
}

async function assertEmpty(
  target: MoveDatabase,
  mark: MoveMark | undefined,
  tables: readonly MovedTable[],
): Promise<void> {
  if (mark?.role === 'target' && mark.finished_at === null) {
    throw new MoveError(
      `${target.name} has the beginning of another move, from ${mark.other}. Finish that one, or delete the tables of Askwell in ${target.name}.`,
    );
  }
  const filled = await target.run(findFilledTable(tables));
  if (filled === undefined) return;
  throw new MoveError(`${target.name} is not empty: ${filled.name} has rows. Move to an empty database.`);
}

function* findFilledTable(tables: readonly MovedTable[]): Operation<MovedTable | undefined> {
  for (const table of tables) {
    if (table.name !== secretTable && (yield* hasRows(table))) return table;
  }
  return undefined;
}

/** A server that was started over the empty target stored its secret there. */
async function assertSameSecret(target: MoveDatabase, fingerprint: string | undefined): Promise<void> {
  const found = await target.run(selectFingerprint());
  if (found === undefined || found === fingerprint) return;
  throw new MoveError(
    `${target.name} was created with another secret. Delete the tables of Askwell in it, then move again.`,
  );
}

async function assertNoNul({ source, target, tables }: Copying): Promise<void> {
  if (target.dialect.allowsNul || !source.dialect.allowsNul) return;
  const findings = await source.run(findNulTexts(tables));
  if (findings.length === 0) return;
  throw new MoveError(
    `PostgreSQL cannot store NUL characters, which ${source.name} contains. Change or delete these rows, then move again.`,
    findings,
  );
}

/** Finds texts with NUL characters, which PostgreSQL cannot store. Returns a sentence for each. */
function* findNulTexts(tables: readonly MovedTable[]): Operation<string[]> {
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
