import type { Clock, Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { nextUpdate } from '../../core/answers/answer-queries.js';
import type { Definition } from '../../core/asks/stored-ask.js';
import { TallyChanges } from '../../core/results/tally-changes.js';
import { changeOf, type LoggedAsk, listAnswers } from '../../db/changes/change.js';
import { logChanges } from '../../db/changes/log-changes.js';
import { type CreationOutcome, createOnce, type IdempotentRequest } from '../../db/idempotency.js';
import { lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { typed } from '../../db/sql/dialect.js';
import { byId, inIdRange } from '../../db/sql/id-range.js';
import { all, one, run, sql } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';
import { markAttempt } from '../../kinds/quiz/mark-attempt.js';
import { countMarks } from '../../kinds/quiz/quiz-results.js';
import type { Marks, QuizBody, QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import type { OnceOutcome } from '../keyed-method.js';

/** The number of attempts and characters that one write regrades. Small enough not to delay other writes. */
const batchLimits = { attempts: 250, characters: 500_000 };

/** A range of attempts by ID. */
export interface RegradeBatch {
  readonly ask: number;
  /** The ID before the first one, exclusive. Empty for the first batch. */
  readonly after: string;
  /** The last ID, inclusive. Null for the first batch, which returns it. */
  readonly until: string | null;
  readonly at: Micros;
  /** The version that the quiz must have. Null for every version. */
  readonly onlyVersion: number | null;
}

export interface RegradeOutcome {
  /** The version of the definition that was used. */
  readonly version: number;
  /** The last ID that has to be regraded. */
  readonly until: string;
  readonly count: number;
  /** The ID of the last attempt in the batch, or null if none are left. */
  readonly last: string | null;
}

/** Regrades a batch of attempts with the current answer keys, and updates the tallies. */
export const regradeBatch = write('quizzes.regrade', function* (input: RegradeBatch): Operation<
  RegradeOutcome | 'stale' | null
> {
  const { ask, after, at } = input;
  yield* lockAsk(ask);
  const row = yield* one<LoggedAsk & { definition: string; version: number }>`
    select seq, account_id, site_id, definition, version from askwell_asks where seq = ${ask} and kind = 'quiz'`;
  if (!row) return null;
  if (input.onlyVersion !== null && row.version !== input.onlyVersion) return 'stale';
  const until = input.until ?? (yield* selectLastId(ask));
  const { own }: Definition<QuizOwn> = JSON.parse(row.definition);
  const attempts = yield* all<{ id: string; body: string }>`
    select r.id, r.body from askwell_answers r
    where ${inIdRange(ask, { after, last: until })} ${byId('asc')} limit ${batchLimits.attempts}`;
  const tallies = new TallyChanges();
  let count = 0;
  let characters = 0;
  for (const { id, body } of attempts) {
    if (count > 0 && characters + body.length > batchLimits.characters) break;
    count++;
    characters += body.length;
    const before: QuizBody = JSON.parse(body);
    const regraded = regrade(own, before, at);
    if (!haveEqualTallies(before.marks, regraded.marks)) {
      // The answers did not change, so only the tallies of the marks do.
      tallies.subtract(ask, countMarks(before.marks));
      tallies.add(ask, countMarks(regraded.marks));
    }
    yield* run`
      update askwell_answers as r set body = ${JSON.stringify(regraded)}, updated_at = ${nextUpdate(sql`${typed('bigint', at)}`)}
      where r.ask = ${ask} and r.id = ${id}`;
  }
  yield* tallies.write();
  const ids = attempts.slice(0, count).map(({ id }) => id);
  if (count > 0) yield* logChanges([changeOf('answer.updated', row, at, listAnswers(ids))]);
  const isLast = count === attempts.length && attempts.length < batchLimits.attempts;
  return { version: row.version, until, count, last: isLast ? null : (attempts[count - 1]?.id ?? null) };
});

/**
 * Returns the highest ID of the stored attempts. A time is not enough, because the clock of another instance that has recorded
 * attempts may be ahead.
 */
function* selectLastId(ask: number): Operation<string> {
  const row = yield* one<{ id: string | null }>`select max(id) as id from askwell_answers where ask = ${ask}`;
  return row?.id ?? '';
}

function haveEqualTallies(a: Marks, b: Marks): boolean {
  if (a.score !== b.score || a.max !== b.max || a.questions.length !== b.questions.length) return false;
  return a.questions.every(([id, correct], at) => {
    const mark = b.questions[at];
    return mark?.[0] === id && mark[1] === correct;
  });
}

/** Marks the same answers again. Ignores questions that were removed. */
function regrade(own: QuizOwn, attempt: QuizBody, at: Micros): QuizBody {
  const asked = new Set(attempt.marks.questions.map(([id]) => id));
  const questions = own.questions.filter(({ id }) => asked.has(id));
  return { ...attempt, marks: markAttempt(questions, attempt.answers, at) };
}

/**
 * Regrades all attempts of a quiz in batches. Attempts that arrive during the regrading are already marked with the current keys.
 * If the quiz changes before the end, the regrading starts again.
 *
 * @throws AskwellError if the quiz has another version than `onlyVersion` when the regrade starts.
 */
export async function regradeQuiz(
  { store, clock }: { store: Store; clock: Clock },
  ask: number,
  onlyVersion: number | null = null,
): Promise<{ count: number; at: Micros }> {
  const at = clock.now();
  let until: string | null = null;
  let version: number | undefined;
  let after = '';
  let count = 0;
  for (;;) {
    const required = version === undefined ? onlyVersion : null;
    const batch: RegradeOutcome | 'stale' | null = await store.run(regradeBatch, {
      ask,
      after,
      until,
      at,
      onlyVersion: required,
    });
    if (!batch) throw new AskwellError('not_found');
    if (batch === 'stale') throw new AskwellError('precondition_failed');
    version ??= batch.version;
    if (version !== batch.version) {
      version = batch.version;
      until = null;
      after = '';
      count = 0;
      continue;
    }
    until = batch.until;
    count += batch.count;
    if (batch.last === null) return { count, at };
    after = batch.last;
  }
}

/**
 * Stores the outcome of a regrade for repeated requests. If several ran at the same time, all return the first outcome.
 */
export const saveRegrade = write(
  'quizzes.regraded',
  (input: { readonly ask: number; readonly outcome: string; readonly idempotency: IdempotentRequest }) =>
    createOnce(input.idempotency, () => createIfQuizExists(input)),
);

function* createIfQuizExists({
  ask,
  outcome,
}: {
  readonly ask: number;
  readonly outcome: string;
}): Operation<CreationOutcome<'gone'>> {
  const row = yield* one`select 1 from askwell_asks where seq = ${ask} and kind = 'quiz'`;
  return row ? { resource: outcome, row: undefined } : { refused: 'gone' };
}

/** Saves the outcome of a regrade under its `Idempotency-Key`, and returns the outcome of the first request with the key. */
export async function saveRegradeOnce(
  store: Store,
  ask: number,
  outcome: string,
  idempotency: IdempotentRequest | null,
): Promise<OnceOutcome<string>> {
  if (!idempotency) return { result: outcome, replayed: false };
  const creation = await store.run(saveRegrade, { ask, outcome, idempotency });
  if ('resource' in creation) return { result: creation.resource, replayed: creation.replayed ?? false };
  throw new AskwellError(creation.refused === 'gone' ? 'not_found' : 'idempotency_mismatch');
}
