import type { Operation } from '../../db/operation.js';
import { run } from '../../db/sql/statement.js';
import { type CellValue, fromJson, type Row, toJson } from './table-rows.js';

/** How far a target is. Stored in its mark, in the transaction that copies a chunk. */
export interface MoveProgress {
  /** The numbers of rows that were copied, by the names of the tables that are complete. */
  readonly done: Readonly<Record<string, number>>;
  /** The table that is being copied. */
  readonly current?: {
    readonly table: string;
    readonly rows: number;
    /** The primary key of the last row that was copied. */
    readonly after: Row;
  };
}

/** The progress of an empty target. */
export const noProgress: MoveProgress = { done: {} };

/** Stores the progress of a target. */
export function saveProgress(progress: MoveProgress): Operation<void> {
  return run`update askwell_moves set progress = ${formatProgress(progress)}`;
}

/** Writes the progress as the text that a mark contains. */
export function formatProgress({ done, current }: MoveProgress): string {
  return JSON.stringify({ done, ...(current && { current: { ...current, after: current.after.map(toJson) } }) });
}

interface StoredProgress {
  readonly done: Record<string, number>;
  readonly current?: { readonly table: string; readonly rows: number; readonly after: CellValue[] };
}

/** Reads what {@link formatProgress} wrote. */
export function parseProgress(text: string): MoveProgress {
  const { done, current }: StoredProgress = JSON.parse(text);
  return { done, ...(current && { current: { ...current, after: current.after.map(fromJson) } }) };
}
