import type { Operation } from '../../db/operation.js';
import type { MoveDatabase } from './move-database.js';
import type { ReportMove } from './move-events.js';
import { type MoveProgress, saveProgress } from './move-progress.js';
import type { MovedTable } from './moved-table.js';
import { countRows, insertRows, keyOf, type Row, selectChunk } from './table-rows.js';

/** What a move copies, and where to. */
export interface Copying {
  readonly source: MoveDatabase;
  readonly target: MoveDatabase;
  readonly tables: readonly MovedTable[];
  readonly report: ReportMove;
}

/** Copies the tables that the target does not have yet, in chunks. */
export async function copyTables(copying: Copying, from: MoveProgress): Promise<void> {
  let progress = from;
  for (const table of copying.tables) {
    if (progress.done[table.name] === undefined) progress = await copyTable(copying, table, progress);
  }
}

async function copyTable(
  { source, target, report }: Copying,
  table: MovedTable,
  from: MoveProgress,
): Promise<MoveProgress> {
  const { name } = table;
  const of = await source.run(countRows(table));
  let progress = from;
  for (;;) {
    const { rows, after } = positionIn(progress, name);
    const chunk = await source.run(selectChunk(table, after));
    const last = chunk.at(-1);
    const copied = rows + chunk.length;
    progress = last
      ? { ...progress, current: { table: name, rows: copied, after: keyOf(table, last) } }
      : { done: { ...progress.done, [name]: copied } };
    await target.run(writeChunk(table, chunk, progress));
    if (!last) return progress;
    report({ type: 'copied', table: name, rows: copied, of });
  }
}

function positionIn({ current }: MoveProgress, table: string): { readonly rows: number; readonly after?: Row } {
  return current?.table === table ? current : { rows: 0 };
}

/** Writes a chunk together with the progress, so that an interrupted move continues after it. */
function* writeChunk(table: MovedTable, chunk: readonly Row[], progress: MoveProgress): Operation<void> {
  yield* insertRows(table, chunk);
  yield* saveProgress(progress);
}
