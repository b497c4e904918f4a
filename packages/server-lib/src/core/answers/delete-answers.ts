import type { Micros } from '../../base/clock.js';
import { changeOf, type LoggedAsk, listAnswers } from '../../db/changes/change.js';
import { logChanges } from '../../db/changes/log-changes.js';
import { lockAsk } from '../../db/locks.js';
import { eraseWrite, type Operation } from '../../db/operation.js';
import { byId, inIdRange } from '../../db/sql/id-range.js';
import { all, one, run } from '../../db/sql/statement.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { answerCounterFor } from '../results/answer-contributions.js';
import { TallyChanges } from '../results/tally-changes.js';
import { newTallyStep } from '../results/tally-step.js';
import { withHour } from '../results/timeline.js';
import { deletePurgedVoters } from '../retention/purged-voters.js';
import { saveIdempotencyMarks } from '../submit/answer-idempotency-queries.js';
import { type AnswerState, isSameState } from './answer-state.js';
import { deleteBatchSize, maxDeletedCharacters } from './limits.js';

/** A request to delete answers of an ask. */
export interface Deletion {
  readonly ask: number;
  readonly at: Micros;
}

interface DeletedRow extends LoggedAsk, AnswerState {
  kind: AskKind;
  definition: string;
  body: string;
  voter: Uint8Array | null;
  nth: number | null;
  created_at: Micros;
}

/** A request to delete one answer. */
export interface AnswerDeletion extends Deletion {
  readonly id: string;
  /** The state that the answer must still have. Null for any state. */
  readonly only: AnswerState | null;
}

/** Deletes one answer. Subtracts it from the results and frees its voter, ticket and place. */
export const deleteAnswer = eraseWrite('answers.delete', function* (input: AnswerDeletion): Operation<
  'deleted' | 'unknown' | 'stale'
> {
  const { ask, id, at, only } = input;
  yield* lockAsk(ask);
  const row = yield* one<DeletedRow>`
    select a.seq, a.account_id, a.site_id, a.kind, a.definition, r.body, r.voter, r.nth, r.created_at,
      a.version, coalesce(r.updated_at, r.created_at) as updated_at, n.tags, n.note
    from askwell_answers r join askwell_asks a on a.seq = r.ask
    left join askwell_answer_notes n on n.ask = r.ask and n.answer = r.id
    where r.ask = ${ask} and r.id = ${id} and a.kind <> 'deleted'`;
  if (!row) return 'unknown';
  if (only && !isSameState(row, only)) return 'stale';
  const tallies = new TallyChanges();
  tallies.count(ask, -1);
  tallies.subtract(ask, withHour(answerCounterFor(row).contribute(row.body), row.created_at));
  yield* saveIdempotencyMarks(ask, id, at);
  yield* run`delete from askwell_answers where ask = ${ask} and id = ${id}`;
  if (row.voter) yield* deleteStart(ask, row.voter);
  if (row.voter && row.nth !== null && !(yield* hasCountedAnswer(ask, row.voter))) tallies.countVoters(ask, -1);
  yield* tallies.write();
  yield* logDeletion(row, [{ id }], at);
  return 'deleted';
});

/** Deletes the start of a voter, with the answers that were checked since the start. */
function* deleteStart(ask: number, voter: Uint8Array): Operation<void> {
  yield* run`
    delete from askwell_checks where ask = ${ask} and token in (
      select nonce from askwell_starts where ask = ${ask} and voter = ${voter})`;
  yield* run`delete from askwell_starts where ask = ${ask} and voter = ${voter}`;
}

function* hasCountedAnswer(ask: number, voter: Uint8Array): Operation<boolean> {
  const row = yield* one`
    select 1 from askwell_answers where ask = ${ask} and voter = ${voter} and nth is not null
    union all select 1 from askwell_purged_voters where ask = ${ask} and voter = ${voter} limit 1`;
  return row !== undefined;
}

/** A request to delete the next answers of an ask. */
export interface BatchDeletion extends Deletion {
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion: number | null;
}

/** The outcome of {@link deleteAnswers}. `more`: answers are left, and the results match them. */
export interface DeletedBatch {
  readonly outcome: 'done' | 'more' | 'stale';
  readonly deleted: number;
}

/** Deletes the next answers of an ask, oldest first. Tickets can be used again. */
export const deleteAnswers = eraseWrite('answers.deleteAll', deleteBatch, ({ outcome }) => outcome === 'done');

function* deleteBatch(input: BatchDeletion): Operation<DeletedBatch> {
  const { ask, at, onlyVersion } = input;
  yield* lockAsk(ask);
  const definition = yield* one<LoggedAsk & { kind: AskKind; definition: string; version: number }>`
    select seq, account_id, site_id, kind, definition, version from askwell_asks where seq = ${ask} and kind <> 'deleted'`;
  if (!definition) return { outcome: 'done', deleted: 0 };
  if (onlyVersion !== null && definition.version !== onlyVersion) return { outcome: 'stale', deleted: 0 };
  if ((yield* deletePurgedVoters(ask, deleteBatchSize)) === deleteBatchSize) return { outcome: 'more', deleted: 0 };
  const oldest = yield* all<{ id: string; body: string; created_at: number }>`
    select r.id, r.body, r.created_at from askwell_answers r
    where ${inIdRange(ask, {})} ${byId('asc')} limit ${deleteBatchSize}`;
  if (oldest.length < deleteBatchSize) {
    yield* deleteRemaining(ask, at);
    yield* logDeletion(definition, oldest, at);
    return { outcome: 'done', deleted: oldest.length };
  }
  const batch = firstBatch(oldest);
  const last = batch.at(-1)?.id ?? '';
  const { contribute } = answerCounterFor(definition);
  const tallies = new TallyChanges();
  tallies.count(ask, -batch.length);
  tallies.countVoters(ask, -(yield* countVotersWithoutLaterAnswers(ask, last)));
  for (const { body, created_at } of batch) tallies.subtract(ask, withHour(contribute(body), created_at));
  yield* saveIdempotencyMarks(ask, null, at, last);
  yield* run`delete from askwell_answers where ask = ${ask} and id <= ${last}`;
  yield* tallies.write();
  yield* logDeletion(definition, batch, at);
  return { outcome: 'more', deleted: batch.length };
}

/** Logs the deletion of answers. */
export function* logDeletion(ask: LoggedAsk, answers: readonly { readonly id: string }[], at: Micros): Operation<void> {
  if (answers.length === 0) return;
  yield* logChanges([changeOf('answer.deleted', ask, at, listAnswers(answers.map(({ id }) => id)))]);
}

/** Returns the first rows whose bodies fit into one batch. Returns at least one row. */
export function firstBatch<Row extends { body: string }>(rows: readonly Row[]): readonly Row[] {
  let characters = 0;
  const end = rows.findIndex(({ body }, at) => {
    characters += body.length;
    return at > 0 && characters > maxDeletedCharacters;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Counts the voters all of whose answers have an ID up to `last`. */
function* countVotersWithoutLaterAnswers(ask: number, last: string): Operation<number> {
  const row = yield* one<{ n: number }>`
    select count(*) as n from (
      select distinct voter from askwell_answers
      where ask = ${ask} and id <= ${last} and voter is not null and nth is not null) candidates
    where not exists (
      select 1 from askwell_answers r
      where r.ask = ${ask} and r.voter = candidates.voter and r.nth is not null and r.id > ${last})`;
  return row?.n ?? 0;
}

function* deleteRemaining(ask: number, at: Micros): Operation<void> {
  yield* saveIdempotencyMarks(ask, null, at);
  yield* run`delete from askwell_answers where ask = ${ask}`;
  yield* run`delete from askwell_starts where ask = ${ask}`;
  yield* run`delete from askwell_checks where ask = ${ask}`;
  yield* run`delete from askwell_tallies where ask = ${ask}`;
  yield* run`delete from askwell_carried where ask = ${ask}`;
  yield* run`delete from askwell_write_ins where ask = ${ask}`;
  yield* run`delete from askwell_funnel where ask = ${ask}`;
  yield* run`update askwell_counters set answers = 0, voters = 0, tally_seq = tally_seq + ${newTallyStep()} where ask = ${ask}`;
}
