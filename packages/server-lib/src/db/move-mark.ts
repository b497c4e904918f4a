import { formatTimestamp } from '../base/clock.js';
import type { Operation } from './operation.js';
import { one, run } from './sql/statement.js';
import { StoreError } from './store-error.js';

/** The role of a database in a move to another database. */
export interface MoveState {
  readonly role: 'source' | 'target';
  /** The name of the other database. */
  readonly other: string;
  readonly finished_at: number | null;
}

/** The mark of a database that takes part in a move, or did. */
export interface MoveMark extends MoveState {
  /** Random, and the same in both databases. */
  readonly token: string;
  readonly started_at: number;
  /** The data that was copied into the target, as JSON. */
  readonly progress: string;
}

/** Returns the mark of a database. Undefined if it never took part in a move. */
export function selectMoveMark(): Operation<MoveMark | undefined> {
  return one<MoveMark>`select token, role, other, started_at, finished_at, progress from askwell_moves`;
}

/** Stores the mark of a database. It replaces the mark of an earlier move. */
export function* saveMoveMark({ token, role, other, started_at, finished_at, progress }: MoveMark): Operation<void> {
  yield* deleteMoveMark();
  yield* run`
    insert into askwell_moves (id, token, role, other, started_at, finished_at, progress)
    values (1, ${token}, ${role}, ${other}, ${started_at}, ${finished_at}, ${progress})`;
}

/** Deletes the mark of a database. */
export function deleteMoveMark(): Operation<void> {
  return run`delete from askwell_moves`;
}

/** Reads the row of a mark. */
export function readMoveState({ role, other, finished_at }: Readonly<Record<string, unknown>>): MoveState {
  return {
    role: role === 'source' ? 'source' : 'target',
    other: String(other),
    finished_at: typeof finished_at === 'number' ? finished_at : null,
  };
}

/** Returns the error for a database that cannot be used because of a move. Undefined if it can be used. */
export function findMoveError(state: MoveState | undefined): StoreError | undefined {
  if (!state || (state.role === 'target' && state.finished_at !== null)) return undefined;
  const { role, other, finished_at } = state;
  if (role === 'target') {
    return new StoreError(
      `This database is incomplete: its move from ${other} is not finished. Run the same "askwell move" again, or delete the tables of Askwell.`,
    );
  }
  const again = 'To use this database again, run "askwell move --cancel".';
  return finished_at === null
    ? new StoreError(
        `This database is being moved to ${other}. Run the same "askwell move" again to finish it. ${again}`,
      )
    : new StoreError(`This database was moved to ${other} at ${formatTimestamp(finished_at)}. ${again}`);
}
