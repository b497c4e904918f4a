import type { Micros } from '../../clock.js';
import { eraseWrite, type Operation } from '../../store/operation.js';
import { all, one, run } from '../../store/statement.js';
import type { AskKind } from '../ask-types.js';
import { answerCounterFor } from '../results/answer-contributions.js';
import { TallyChanges } from '../results/tally-changes.js';
import { hourBucket } from '../results/timeline.js';
import { forgetVoters } from '../retention/purged-voters.js';
import { keepIdempotencyMarks } from '../submit/answer-idempotency.js';

/** Answers deleted by one write: few enough that other writes hardly wait for it. */
export const answersAtOnce = 1_000;

/** Characters of answers that one write reads to count them back. */
const charactersAtOnce = 1_000_000;

/** Answers of an ask that are to go, at a time. */
export interface Deletion {
  readonly ask: number;
  readonly at: Micros;
}

interface Doomed {
  kind: AskKind;
  definition: string;
  body: string;
  voter: Uint8Array | null;
  nth: number | null;
  created_at: number;
}

/** Deletes one answer; results follow, and its voter, ticket and slot are free again. */
export const deleteAnswer = eraseWrite(
  'answers.delete',
  function* (input: Deletion & { id: string }): Operation<boolean> {
    const { ask, id, at } = input;
    const row = yield* one<Doomed>`
    select a.kind, a.definition, r.body, r.voter, r.nth, r.created_at
    from askwell_answers r join askwell_asks a on a.seq = r.ask
    where r.ask = ${ask} and r.id = ${id} and a.kind <> 'deleted'`;
    if (!row) return false;
    const tallies = new TallyChanges();
    tallies.count(ask, -1);
    tallies.subtract(ask, [...answerCounterFor(row).contribute(row.body), hourBucket(row.created_at)]);
    yield* keepIdempotencyMarks(ask, id, at);
    yield* run`delete from askwell_answers where ask = ${ask} and id = ${id}`;
    if (row.voter) yield* run`delete from askwell_starts where ask = ${ask} and voter = ${row.voter}`;
    if (row.voter && row.nth !== null && !(yield* hasCounted(ask, row.voter))) tallies.countVoters(ask, -1);
    yield* tallies.write();
    return true;
  },
);

function* hasCounted(ask: number, voter: Uint8Array): Operation<boolean> {
  const row = yield* one`
    select 1 from askwell_answers where ask = ${ask} and voter = ${voter} and nth is not null
    union all select 1 from askwell_purged_voters where ask = ${ask} and voter = ${voter} limit 1`;
  return row !== undefined;
}

/**
 * Deletes all answers of an ask, or of very many the oldest: then there are `more`, and the results are those of what is
 * left. Tickets can be used again.
 */
export const deleteAnswers = eraseWrite('answers.deleteAll', deleteSome, (outcome) => outcome === 'done');

function* deleteSome(input: Deletion): Operation<'done' | 'more'> {
  const { ask, at } = input;
  const asked = yield* one<{ kind: AskKind; definition: string }>`
    select kind, definition from askwell_asks where seq = ${ask} and kind <> 'deleted'`;
  if (!asked) return 'done';
  if ((yield* forgetVoters(ask, answersAtOnce)) === answersAtOnce) return 'more';
  const oldest = yield* all<{ id: string; body: string; created_at: number }>`
    select id, body, created_at from askwell_answers where ask = ${ask} order by id limit ${answersAtOnce}`;
  if (oldest.length < answersAtOnce) {
    yield* deleteTheRest(ask, at);
    return 'done';
  }
  const part = fitting(oldest);
  const last = part.at(-1)?.id ?? '';
  const { contribute } = answerCounterFor(asked);
  const tallies = new TallyChanges();
  tallies.count(ask, -part.length);
  tallies.countVoters(ask, -(yield* votersGoneUpTo(ask, last)));
  for (const { body, created_at } of part) tallies.subtract(ask, [...contribute(body), hourBucket(created_at)]);
  yield* keepIdempotencyMarks(ask, null, at, last);
  yield* run`delete from askwell_answers where ask = ${ask} and id <= ${last}`;
  yield* tallies.write();
  return 'more';
}

/** The first of them whose bodies are read in one go; at least one. */
export function fitting<Row extends { body: string }>(list: readonly Row[]): readonly Row[] {
  let characters = 0;
  const end = list.findIndex(({ body }, at) => {
    characters += body.length;
    return at > 0 && characters > charactersAtOnce;
  });
  return end === -1 ? list : list.slice(0, end);
}

/** Voters all of whose answers have an id up to this one. */
function* votersGoneUpTo(ask: number, last: string): Operation<number> {
  const row = yield* one<{ n: number }>`
    select count(*) as n from (
      select distinct voter from askwell_answers
      where ask = ${ask} and id <= ${last} and voter is not null and nth is not null) gone
    where not exists (
      select 1 from askwell_answers r
      where r.ask = ${ask} and r.voter = gone.voter and r.nth is not null and r.id > ${last})`;
  return row?.n ?? 0;
}

function* deleteTheRest(ask: number, at: Micros): Operation<void> {
  yield* keepIdempotencyMarks(ask, null, at);
  yield* run`delete from askwell_answers where ask = ${ask}`;
  yield* run`delete from askwell_starts where ask = ${ask}`;
  yield* run`delete from askwell_tallies where ask = ${ask}`;
  yield* run`delete from askwell_carried where ask = ${ask}`;
  yield* run`delete from askwell_write_ins where ask = ${ask}`;
  yield* run`update askwell_counters set answers = 0, voters = 0, tally_seq = tally_seq + 1 where ask = ${ask}`;
}
