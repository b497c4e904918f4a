import type { Micros } from '../../clock.js';
import type { Contribution } from '../../inputs/contribution.js';
import { chunks } from '../../store/chunks.js';
import { eraseWrite, type Operation } from '../../store/operation.js';
import { all, one, rows, run } from '../../store/statement.js';
import { answersAtOnce, fitting } from '../answers/delete-answers.js';
import type { AskKind } from '../ask-types.js';
import { timePart } from '../ids.js';
import { answerCounterFor } from '../results/answer-contributions.js';
import { TallyChanges } from '../results/tally-changes.js';
import { hourBucket } from '../results/timeline.js';
import { dayOf } from '../submit/answer-idempotency.js';
import { markPurgedVoters } from './purged-voters.js';

const second: Micros = 1_000_000;
const daySeconds = 24 * 3600;

/** Counts purged answers in `askwell_carried`. No other bucket is called so. */
export const purgedAnswers = '$answers';

/** Answers of an ask that are to go because of their age. */
export interface Purge {
  readonly ask: number;
  readonly at: Micros;
  /** How many days answers are kept at most, whatever the ask says; null: as long as it says. */
  readonly olderThan: number | null;
}

export interface Purged {
  readonly answers: number;
  /** Whether there may be more that are old enough. */
  readonly more: boolean;
}

/**
 * Deletes the oldest answers of an ask that are no longer kept, as many as one write takes. Results stay as they are,
 * except for write-ins, which are words of the visitors. The voters must not answer again.
 */
export const purgeAnswers = eraseWrite('answers.purge', purgeSlice, ({ more }) => !more);

function* purgeSlice({ ask, at, olderThan }: Purge): Operation<Purged> {
  const asked = yield* one<{ kind: AskKind; definition: string; keep_days: number | null }>`
    select kind, definition, keep_days from askwell_asks where seq = ${ask} and kind <> 'deleted'`;
  const days = asked ? shorter(asked.keep_days, olderThan) : null;
  if (!asked || days === null) return { answers: 0, more: false };
  const before = oldestKept(at, days);
  const old = yield* all<{ id: string; body: string; created_at: Micros }>`
    select id, body, created_at from askwell_answers
    where ask = ${ask} and id < ${`${timePart(before)}~`} and created_at < ${before} order by id limit ${answersAtOnce}`;
  const part = fitting(old);
  const last = part.at(-1);
  if (last) {
    const { contribute } = answerCounterFor(asked);
    yield* carry(
      ask,
      part.length,
      part.flatMap((one) => [...contribute(one.body), hourBucket(one.created_at)]),
    );
    yield* markPurgedVoters(ask, last.id, before);
    yield* run`delete from askwell_answers where ask = ${ask} and id <= ${last.id} and created_at < ${before}`;
  }
  const forgotten = yield* forgetReplays(ask, at);
  return { answers: part.length, more: old.length === answersAtOnce || part.length < old.length || forgotten };
}

function shorter(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/**
 * The time before which answers are deleted. A second more than the days, so that no answer goes whose Idempotency-Key is
 * still remembered, which it is by whole seconds.
 */
export function oldestKept(at: Micros, days: number): Micros {
  return at - (days * daySeconds + 1) * second;
}

/** Keeps what the answers have added to the results, apart from their write-ins. */
function* carry(ask: number, answers: number, contributions: readonly Contribution[]): Operation<void> {
  const carried = new Map([[purgedAnswers, answers]]);
  for (const one of contributions) {
    if ('bucket' in one) carried.set(one.bucket, (carried.get(one.bucket) ?? 0) + one.n);
  }
  for (const part of chunks([...carried])) {
    yield* run`
      insert into askwell_carried (ask, bucket, n) values ${rows(part.map(([bucket, n]) => [ask, bucket, n]))}
      on conflict (ask, bucket) do update set n = askwell_carried.n + excluded.n`;
  }
  const writeIns = contributions.filter((one) => 'writeIn' in one);
  if (writeIns.length === 0) return;
  const tallies = new TallyChanges();
  tallies.subtract(ask, writeIns);
  yield* tallies.write();
}

/** Deletes Idempotency-Keys that are too old to be recognized. True where some may be left. */
function* forgetReplays(ask: number, at: Micros): Operation<boolean> {
  const forgotten = yield* all`
    delete from askwell_replays where ask = ${ask} and (day, slot) in (
      select day, slot from askwell_replays where ask = ${ask} and day < ${dayOf(at) - 1} order by day, slot
      limit ${answersAtOnce}) returning 1`;
  return forgotten.length === answersAtOnce;
}
