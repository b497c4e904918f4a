import { createClock } from '../../base/clock.js';
import { deleteMoveMark, type MoveMark, saveMoveMark, selectMoveMark } from '../../db/move-mark.js';
import type { Operation } from '../../db/operation.js';
import { beginMove, type CheckSecret } from './begin-move.js';
import { compareDatabases } from './compare-databases.js';
import { copyTables } from './copy-tables.js';
import type { MoveDatabase } from './move-database.js';
import { MoveError, type ReportMove } from './move-events.js';
import { parseProgress } from './move-progress.js';
import { type MovedTable, readMovedTables } from './moved-table.js';
import { withDatabase, withDatabases } from './open-databases.js';
import { countRows } from './table-rows.js';

/** A move from one database to another. */
export interface MoveOptions {
  /** The path of a SQLite file or a `postgres://` URL. */
  readonly from: string;
  readonly to: string;
  readonly checkSecret: CheckSecret;
  readonly report: ReportMove;
}

/**
 * Copies everything from one database into an empty one, and compares them. An interrupted move continues where it stopped. From
 * the beginning, servers refuse to open the source; until the end, they refuse to open the target.
 *
 * @throws {MoveError} If the source cannot be moved, or the databases differ at the end.
 */
export async function move({ from, to, checkSecret, report }: MoveOptions): Promise<void> {
  await withDatabases(from, to, async (databases) => {
    const { source, target } = databases;
    const tables = readMovedTables();
    const copying = { ...databases, tables, report };
    const { mark, resumed } = await beginMove(copying, checkSecret);
    if (mark.finished_at === null) {
      let rows = 0;
      for (const table of tables) rows += await source.run(countRows(table));
      const progress = parseProgress(mark.progress);
      report({ type: 'started', resumed, rows, done: progress.done });
      await copyTables(copying, progress);
      await compareDatabases(copying);
      const lastIds = await selectLastIds(source, tables);
      await target.run(finishTarget(target, tables, lastIds));
    }
    await source.run(finishMark());
  });
}

/**
 * Lets servers use the source of a move again. Returns the mark that it had.
 *
 * @throws {MoveError} If it is not the source of a move.
 */
export function cancelMove(database: string): Promise<MoveMark> {
  return withDatabase(database, async (source) => {
    const mark = await source.run(selectMoveMark());
    if (mark?.role !== 'source') throw new MoveError(`${source.name} is not the source of a move.`);
    for (const table of readMovedTables()) await source.run(source.dialect.release(table));
    await source.run(unmark(source));
    return mark;
  });
}

function* unmark({ dialect }: MoveDatabase): Operation<void> {
  yield* dialect.cleanUp();
  yield* deleteMoveMark();
}

type LastIds = readonly { readonly table: MovedTable; readonly id: number }[];

async function selectLastIds(source: MoveDatabase, tables: readonly MovedTable[]): Promise<LastIds> {
  const ids: { table: MovedTable; id: number }[] = [];
  for (const table of tables) {
    if (table.identity !== undefined) ids.push({ table, id: await source.run(source.dialect.selectLastId(table)) });
  }
  return ids;
}

/** Makes the target a database like others, in one transaction. */
function* finishTarget({ dialect }: MoveDatabase, tables: readonly MovedTable[], lastIds: LastIds): Operation<void> {
  for (const { table, id } of lastIds) yield* dialect.setLastId(table, id);
  for (const table of tables) yield* dialect.release(table);
  yield* dialect.cleanUp();
  yield* finishMark();
}

function* finishMark(): Operation<void> {
  const mark = yield* selectMoveMark();
  if (mark) yield* saveMoveMark({ ...mark, finished_at: mark.finished_at ?? createClock().now(), progress: '{}' });
}
