import type { Micros } from '../../base/clock.js';
import { lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import type { Start } from './start-token.js';

interface StartRow {
  readonly n: number;
  readonly pool: number;
  readonly issued_at: Micros;
  readonly nonce: Uint8Array;
  /** 1 if an attempt has used the start, otherwise 0. */
  readonly is_spent: number;
}

export interface NewStart {
  readonly ask: number;
  readonly voter: Uint8Array;
  /** The start to issue if the voter has no unfinished start. */
  readonly start: Start;
  /** The time before which issued starts have expired. Null if starts do not expire. */
  readonly expiredBefore: Micros | null;
  /** The number of starts the voter may have. Null for any number. */
  readonly maxStarts: number | null;
}

/**
 * Issues a start to a voter. A voter with an unfinished start gets the same one again, with the same questions and
 * time. A new start is issued after an attempt or an expired start, if the voter has attempts left, or if the questions
 * have changed. Returns null if all attempts are used.
 */
export const issueStart = write('quizzes.start', function* (input: NewStart): Operation<Start | null> {
  const { ask, voter, start, expiredBefore, maxStarts } = input;
  yield* lockAsk(ask);
  const last = yield* selectStartRow(ask, voter);
  const isUsed = last?.is_spent === 1;
  const isOver = last !== undefined && expiredBefore !== null && last.issued_at < expiredBefore;
  const isOutdated = last !== undefined && !isUsed && last.pool !== start.pool;
  const mayHaveMore = maxStarts === null || (last?.n ?? 0) < maxStarts;
  if (last && !isOutdated && !((isUsed || isOver) && mayHaveMore)) return isUsed ? null : toStart(last);
  if (last && !isUsed) yield* run`delete from askwell_checks where ask = ${ask} and token = ${last.nonce}`;
  const n = (last?.n ?? 0) + (isOutdated ? 0 : 1);
  yield* run`
    insert into askwell_starts (ask, voter, n, pool, issued_at, nonce)
    values (${ask}, ${voter}, ${n}, ${start.pool}, ${start.issued}, ${start.nonce})
    on conflict (ask, voter) do update set n = excluded.n, pool = excluded.pool, issued_at = excluded.issued_at, nonce = excluded.nonce`;
  return start;
});

/** Returns the last start of a voter. */
export function* selectLastStart(ask: number, voter: Uint8Array): Operation<Start | undefined> {
  const row = yield* selectStartRow(ask, voter);
  return row && toStart(row);
}

function selectStartRow(ask: number, voter: Uint8Array) {
  return one<StartRow>`
    select n, pool, issued_at, nonce,
      exists (select 1 from askwell_spent s where s.ask = askwell_starts.ask and s.token = nonce) as is_spent
    from askwell_starts where ask = ${ask} and voter = ${voter}`;
}

function toStart({ pool, issued_at, nonce }: StartRow): Start {
  return { pool, issued: issued_at, nonce };
}
