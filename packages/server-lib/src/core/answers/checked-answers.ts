import type { Micros } from '../../base/clock.js';
import { fromHex } from '../../base/crypto/hex.js';
import { eraseWrite, type Operation } from '../../db/operation.js';
import { Bulk, type Step } from '../../db/sets/statement-set.js';
import { valuesOf } from '../../db/sql/dialect.js';
import { all, run } from '../../db/sql/statement.js';
import type { QuestionAnswer } from '../../shared/contract/resources.js';

/** The answers of an attempt that were checked before it was submitted, by question. Null if one was left unanswered. */
export type CheckedAnswers = ReadonlyMap<string, QuestionAnswer | null>;

/** The number of days within which an attempt with checked answers must be submitted. */
export const checkDays = 30;
export const checkPeriod: Micros = checkDays * 24 * 3600 * 1_000_000;

/** Checked answers are kept for longer than their start is valid, which includes a grace period. */
const deletionDelay: Micros = 3600 * 1_000_000;

/** The number of rows that one write deletes. Small enough not to delay other writes. */
const batchSize = 1_000;

/** Returns the checked answers of a start. */
export function* selectCheckedAnswers(ask: number, token: string): Operation<CheckedAnswers> {
  const found = yield* all<{ question: string; answer: string }>`
    select question, answer from askwell_checks where ask = ${ask} and token = ${fromHex(token)}`;
  return new Map(found.map(({ question, answer }) => [question, JSON.parse(answer)]));
}

/** Returns the write that deletes the checked answers of starts. Their tokens are hexadecimal. */
export function deleteCheckedAnswers(starts: readonly { readonly ask: number; readonly text: string }[]): Step {
  return new Bulk(
    starts,
    (part) => run`
      delete from askwell_checks where (ask, token) in (${valuesOf(
        ['bigint', 'bytea'],
        part.map(({ ask, text }) => [ask, fromHex(text)]),
      )})`,
  );
}

/** Deletes the checked answers of abandoned starts. Returns true if some may be left. */
export const deleteOldChecks = eraseWrite(
  'checks.forget',
  function* ({ at }: { readonly at: Micros }): Operation<boolean> {
    const deleted = yield* all`
      delete from askwell_checks where (ask, token, question) in (
        select ask, token, question from askwell_checks where started_at < ${at - checkPeriod - deletionDelay}
        order by started_at limit ${batchSize}) returning 1`;
    return deleted.length === batchSize;
  },
  (isAnyLeft) => !isAnyLeft,
);
