import { createClock } from '../../base/clock.js';
import { counterCheck } from '../../core/results/counter-check.js';
import { tallyCheck } from '../../core/results/tally-check.js';
import { deleteMoveMark, type MoveMark, saveMoveMark, selectMoveMark } from '../../db/move-mark.js';
import { isPostgresUrl } from '../../db/open-store.js';
import type { Operation } from '../../db/operation.js';
import { registerKinds } from '../../instance/registered-kinds.js';
import { beginMove, type CheckSecret } from './begin-move.js';
import { type Copying, copyTables } from './copy-tables.js';
import type { MoveDatabase } from './move-database.js';
import { MoveError, type ReportMove } from './move-events.js';
import { parseProgress } from './move-progress.js';
import { type MovedTable, readMovedTables } from './moved-table.js';
import { openPostgresForMove } from './postgres-move-database.js';
import { openSqliteForMove } from './sqlite-move-database.js';
import { countRows, hashTable, type TableHash } from './table-rows.js';

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

/**
 * Compares all rows of the source and the target, and counts the answers in the target again.
 *
 * @throws {MoveError} If the databases differ.
 */
async function compareDatabases({ source, target, tables, report }: Copying): Promise<void> {
  const differences: string[] = [];
  for (const table of tables) {
    const expected = await source.run(hashTable(table));
    const found = await target.run(hashTable(table));
    if (expected.hash === found.hash) report({ type: 'compared', table: table.name, ...found });
    else
      differences.push(`${table.name}: ${describe(expected)} in ${source.name}, ${describe(found)} in ${target.name}.`);
  }
  if (differences.length > 0) {
    throw new MoveError(
      `${target.name} differs from ${source.name}. Delete the tables of Askwell in it, then move again.`,
      differences,
    );
  }
  registerKinds();
  const findings = await target.run(tallyCheck.find());
  report({ type: 'recounted', findings: [...findings, ...(await target.run(counterCheck.find()))] });
}

function describe({ rows, hash }: TableHash): string {
  return `${rows} rows with the hash ${hash.slice(0, 16)}`;
}

/** Both databases of a move, open. */
interface OpenDatabases {
  readonly source: MoveDatabase;
  readonly target: MoveDatabase;
}

/**
 * Opens a SQLite file and a PostgreSQL database for a move, runs an action, and closes them.
 *
 * @throws {MoveError} If the databases are of the same kind.
 */
async function withDatabases<Result>(
  from: string,
  to: string,
  use: (databases: OpenDatabases) => Promise<Result>,
): Promise<Result> {
  if (isPostgresUrl(from) === isPostgresUrl(to)) {
    throw new MoveError('A move is from a SQLite file to PostgreSQL, or back. Copy a database with a backup.');
  }
  // First the file, whose lock keeps out another move.
  const [file, url] = isPostgresUrl(from) ? [to, from] : [from, to];
  return withDatabase(file, (sqlite) =>
    withDatabase(url, (postgres) => {
      const [source, target] = file === from ? [sqlite, postgres] : [postgres, sqlite];
      return use({ source, target });
    }),
  );
}

/** Opens a database for a move, runs an action, and closes it. */
async function withDatabase<Result>(
  database: string,
  use: (database: MoveDatabase) => Promise<Result>,
): Promise<Result> {
  const opened = isPostgresUrl(database) ? await openPostgresForMove(database) : openSqliteForMove(database);
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}
