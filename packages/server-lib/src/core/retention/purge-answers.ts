import type { Micros } from '../../base/clock.js';
import type { LoggedAsk } from '../../db/changes/change.js';
import { lockAsk } from '../../db/locks.js';
import { eraseWrite, type Operation } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { byId, inIdRange } from '../../db/sql/id-range.js';
import { all, one, rows, run } from '../../db/sql/statement.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { firstBatch, logDeletion } from '../answers/delete-answers.js';
import { deleteBatchSize } from '../answers/limits.js';
import { timePart } from '../ids.js';
import { answerCounterFor } from '../results/answer-contributions.js';
import type { Contribution } from '../results/contribution.js';
import { TallyChanges } from '../results/tally-changes.js';
import { withHour } from '../results/timeline.js';
import { dayOf } from '../submit/answer-idempotency.js';
import { recordPurgedVoters } from './purged-voters.js';

const second: Micros = 1_000_000;
const daySeconds = 24 * 3600;

/** The bucket in `askwell_carried` that counts purged answers. No other bucket has this name. */
export const purgedAnswersBucket = '$answers';

/** A request to purge the old answers of an ask. */
export interface PurgeInput {
  readonly ask: number;
  readonly at: Micros;
  /** The maximum number of days to keep answers, in addition to the limit of the ask. Null for no additional limit. */
  readonly olderThan: number | null;
}

export interface PurgeOutcome {
  readonly answers: number;
  /** Whether more answers may be old enough. */
  readonly more: boolean;
}

/**
 * Deletes the oldest answers of an ask that are past their retention period, up to the batch limit. Keeps the results,
 * except for write-ins, which are texts of visitors. The voters stay recorded and cannot answer again.
 */
export const purgeAnswers = eraseWrite('answers.purge', purgeBatch, ({ more }) => !more);

function* purgeBatch({ ask, at, olderThan }: PurgeInput): Operation<PurgeOutcome> {
  yield* lockAsk(ask);
  const definition = yield* one<LoggedAsk & { kind: AskKind; definition: string; keep_days: number | null }>`
    select seq, account_id, site_id, kind, definition, keep_days from askwell_asks where seq = ${ask} and kind in ('poll', 'quiz', 'form')`;
  const days = definition ? minDays(definition.keep_days, olderThan) : null;
  if (!definition || days === null) return { answers: 0, more: false };
  const before = purgeCutoff(at, days);
  const old = yield* all<{ id: string; body: string; created_at: Micros }>`
    select r.id, r.body, r.created_at from askwell_answers r
    where ${inIdRange(ask, { before: `${timePart(before)}~` })} and r.created_at < ${before}
    ${byId('asc')} limit ${deleteBatchSize}`;
  const batch = firstBatch(old);
  const last = batch.at(-1);
  if (last) {
    const { contribute } = answerCounterFor(definition);
    yield* savePurgedTallies(
      ask,
      batch.length,
      batch.flatMap(({ body, created_at }) => withHour(contribute(body), created_at)),
    );
    yield* recordPurgedVoters(ask, last.id, before);
    yield* run`delete from askwell_answers where ask = ${ask} and id <= ${last.id} and created_at < ${before}`;
  }
  yield* run`delete from askwell_funnel where ask = ${ask} and day < ${dayOf(before)}`;
  const mayHaveReplays = yield* deleteOldReplays(ask, at);
  yield* logDeletion(definition, batch, at);
  return { answers: batch.length, more: old.length === deleteBatchSize || batch.length < old.length || mayHaveReplays };
}

function minDays(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

/**
 * Returns the time before which answers are deleted. Adds one second, because Idempotency-Keys are remembered with a
 * precision of a second and an answer must not be purged before its key.
 */
export function purgeCutoff(at: Micros, days: number): Micros {
  return at - (days * daySeconds + 1) * second;
}

/** Stores what the purged answers contributed to the results, except for write-ins. */
function* savePurgedTallies(ask: number, answers: number, contributions: readonly Contribution[]): Operation<void> {
  const purged = new Map([[purgedAnswersBucket, answers]]);
  for (const contribution of contributions) {
    if (!('bucket' in contribution)) continue;
    const { bucket, n } = contribution;
    purged.set(bucket, (purged.get(bucket) ?? 0) + n);
  }
  for (const chunk of chunks([...purged])) {
    yield* run`
      insert into askwell_carried (ask, bucket, n) values ${rows(chunk.map(([bucket, n]) => [ask, bucket, n]))}
      on conflict (ask, bucket) do update set n = askwell_carried.n + excluded.n`;
  }
  const writeIns = contributions.filter((contribution) => 'writeIn' in contribution);
  if (writeIns.length === 0) return;
  const tallies = new TallyChanges();
  tallies.subtract(ask, writeIns);
  yield* tallies.write();
}

/** Deletes Idempotency-Keys that have expired. Returns true if some may be left. */
function* deleteOldReplays(ask: number, at: Micros): Operation<boolean> {
  const deleted = yield* all`
    delete from askwell_replays where ask = ${ask} and (day, slot) in (
      select day, slot from askwell_replays where ask = ${ask} and day < ${dayOf(at) - 1} order by day, slot
      limit ${deleteBatchSize}) returning 1`;
  return deleted.length === deleteBatchSize;
}
