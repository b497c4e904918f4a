import type { Micros } from '../../base/clock.js';
import { lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';

export interface CheckInput {
  readonly ask: number;
  /** The token of the start. */
  readonly token: Uint8Array;
  readonly startedAt: Micros;
  readonly question: string;
  /** The answer as JSON. */
  readonly answer: string;
}

export type CheckOutcome = { readonly answer: string } | { readonly refused: 'unknown' | 'already_answered' };

/** Stores the first answer to a question, and returns it. Refuses after the attempt was submitted. */
export const recordCheck = write('quizzes.check', function* (input: CheckInput): Operation<CheckOutcome> {
  const { ask, token, startedAt, question, answer } = input;
  yield* lockAsk(ask);
  const found = yield* one`select 1 from askwell_asks where seq = ${ask} and kind = 'quiz'`;
  if (!found) return { refused: 'unknown' };
  if (yield* isTokenUsed(ask, token)) return { refused: 'already_answered' };
  yield* run`
    insert into askwell_checks (ask, token, question, answer, started_at)
    values (${ask}, ${token}, ${question}, ${answer}, ${startedAt}) on conflict do nothing`;
  const first = yield* one<{ answer: string }>`
    select answer from askwell_checks where ask = ${ask} and token = ${token} and question = ${question}`;
  return first ?? { refused: 'unknown' };
});

/** Returns whether an attempt has used a start. */
export function* isTokenUsed(ask: number, token: Uint8Array): Operation<boolean> {
  return (yield* one`select 1 from askwell_spent where ask = ${ask} and token = ${token}`) !== undefined;
}
