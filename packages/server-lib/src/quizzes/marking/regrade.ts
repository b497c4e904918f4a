import type { Definition } from '../../asks/definition/stored-ask.js';
import { timePart } from '../../asks/ids.js';
import { TallyChanges } from '../../asks/results/tally-changes.js';
import type { Clock, Micros } from '../../clock.js';
import { AskwellError } from '../../errors.js';
import { type CreationOutcome, createOnce, type IdempotentRequest } from '../../store/idempotency.js';
import { type Operation, write } from '../../store/operation.js';
import { all, one, run } from '../../store/statement.js';
import type { Store } from '../../store/store.js';
import { countMarks } from '../quiz-results.js';
import type { Marks, QuizBody, QuizOwn } from '../stored-quiz.js';
import { markAttempt } from './mark-attempt.js';

/** Attempts marked by one write, and characters of them: few enough that other writes hardly wait for it. */
const slice = { attempts: 250, characters: 500_000 };

/** Some of a quiz's attempts, by their ids. */
export interface RegradeSlice {
  readonly ask: number;
  /** Exclusive; empty for the first. */
  readonly after: string;
  /** Inclusive. */
  readonly until: string;
  readonly at: Micros;
}

export interface RegradedSlice {
  /** The definition's version by which they were marked. */
  readonly version: number;
  readonly count: number;
  /** The last one's id; null where none is left. */
  readonly last: string | null;
}

/** Marks a slice of attempts by the definition as it stands, and moves what is counted along. */
export const regradeSlice = write('quizzes.regrade', function* (input: RegradeSlice): Operation<RegradedSlice | null> {
  const { ask, after, until, at } = input;
  const row = yield* one<{ definition: string; version: number }>`
    select definition, version from askwell_asks where seq = ${ask} and kind = 'quiz'`;
  if (!row) return null;
  const { own }: Definition<QuizOwn> = JSON.parse(row.definition);
  const attempts = yield* all<{ id: string; body: string }>`
    select id, body from askwell_answers
    where ask = ${ask} and id > ${after} and id <= ${until} order by id limit ${slice.attempts}`;
  const tallies = new TallyChanges();
  let count = 0;
  let characters = 0;
  for (const { id, body } of attempts) {
    if (count > 0 && characters + body.length > slice.characters) break;
    count++;
    characters += body.length;
    const before: QuizBody = JSON.parse(body);
    const now = markAnew(own, before, at);
    if (!isMarkedAlike(before.marks, now.marks)) {
      // What was answered stays, and so does what is counted of it.
      tallies.subtract(ask, countMarks(before.marks));
      tallies.add(ask, countMarks(now.marks));
    }
    yield* run`update askwell_answers set body = ${JSON.stringify(now)} where ask = ${ask} and id = ${id}`;
  }
  yield* tallies.write();
  const isLast = count === attempts.length && attempts.length < slice.attempts;
  return { version: row.version, count, last: isLast ? null : (attempts[count - 1]?.id ?? null) };
});

function isMarkedAlike(one: Marks, other: Marks): boolean {
  if (one.score !== other.score || one.max !== other.max || one.questions.length !== other.questions.length)
    return false;
  return one.questions.every(([id, correct], at) => {
    const mark = other.questions[at];
    return mark?.[0] === id && mark[1] === correct;
  });
}

/** The same answers to the same questions, as far as they are still asked. */
function markAnew(own: QuizOwn, attempt: QuizBody, at: Micros): QuizBody {
  const asked = new Set(attempt.marks.questions.map(([id]) => id));
  const questions = own.questions.filter(({ id }) => asked.has(id));
  return { ...attempt, marks: markAttempt(questions, attempt.answers, at) };
}

/**
 * Marks all attempts of a quiz anew, a slice at a time; says how many. Those that come in meanwhile are marked right
 * already. Where the quiz changes meanwhile, the slices before it are marked once more.
 */
export async function regradeQuiz(
  { store, clock }: { store: Store; clock: Clock },
  ask: number,
): Promise<{ count: number; at: Micros }> {
  const at = clock.now();
  let until = untilNow(at);
  let version: number | undefined;
  let after = '';
  let count = 0;
  for (;;) {
    const done = await store.run(regradeSlice, { ask, after, until, at });
    if (!done) throw new AskwellError('not_found');
    version ??= done.version;
    if (version !== done.version) {
      version = done.version;
      until = untilNow(clock.now());
      after = '';
      count = 0;
      continue;
    }
    count += done.count;
    if (done.last === null) return { count, at };
    after = done.last;
  }
}

/** What marking anew came to, kept for repeats of the request; of several at once, the first one's. */
export const rememberRegrade = write(
  'quizzes.regraded',
  (input: { readonly ask: number; readonly done: string; readonly idempotency: IdempotentRequest }) =>
    createOnce(input.idempotency, () => stillThere(input)),
);

function* stillThere({
  ask,
  done,
}: {
  readonly ask: number;
  readonly done: string;
}): Operation<CreationOutcome<'gone'>> {
  const row = yield* one`select 1 from askwell_asks where seq = ${ask} and kind = 'quiz'`;
  return row ? { resource: done } : { refused: 'gone' };
}

export async function keepRegraded(
  store: Store,
  ask: number,
  done: string,
  idempotency: IdempotentRequest | null,
): Promise<string> {
  if (!idempotency) return done;
  const kept = await store.run(rememberRegrade, { ask, done, idempotency });
  if ('resource' in kept) return kept.resource;
  throw new AskwellError(kept.refused === 'gone' ? 'not_found' : 'idempotency_mismatch');
}

/** No id made by now is greater. */
function untilNow(at: Micros): string {
  return `${timePart(at)}~`;
}
