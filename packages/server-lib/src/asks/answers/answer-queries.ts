import type { Micros } from '../../clock.js';
import type { Operation } from '../../store/operation.js';
import type { PageRequest } from '../../store/paging.js';
import { all, type Fragment, one, rows, sql } from '../../store/statement.js';
import { timePart } from '../ids.js';

export interface AnswerRow {
  id: string;
  body: string;
  voter: Uint8Array | null;
  /** The language in which the visitor was asked. Null if it is unknown. */
  language: string | null;
  created_at: Micros;
}

/** Selects some of an ask's answers. */
export interface AnswerFilter {
  /** The earliest time, inclusive. */
  readonly since: Micros | null;
  /** The latest time, exclusive. */
  readonly until: Micros | null;
  readonly voter: Uint8Array | null;
}

/** A page of answers. The cursor is an answer ID. */
export type AnswerPage = PageRequest<string>;

/**
 * Selects a page of answers. IDs start with their creation time, so a time range is also an ID range; `created_at` then
 * excludes the rows at its ends that do not match.
 */
export function selectAnswers(
  ask: number,
  filter: AnswerFilter,
  { after, limit, order }: AnswerPage,
): Operation<AnswerRow[]> {
  const { since, until, voter } = filter;
  const ascending = order === 'asc';
  return all<AnswerRow>`
    select id, body, voter, language, created_at from askwell_answers where ask = ${ask}
    ${since === null ? sql`` : sql`and id >= ${timePart(since)} and created_at >= ${since}`}
    ${until === null ? sql`` : sql`and id < ${`${timePart(until)}~`} and created_at < ${until}`}
    ${voter === null ? sql`` : sql`and id in ${answersOfVoter(ask, voter)}`}
    ${after === null ? sql`` : ascending ? sql`and id > ${after}` : sql`and id < ${after}`}
    order by id ${ascending ? sql`asc` : sql`desc`} limit ${limit}`;
}

/** The IDs of a voter's answers. As a list, because SQLite would look for a voter in all answers in the order of their IDs. */
export const answersOfVoter = (ask: number, voter: Uint8Array): Fragment =>
  sql`(select id from askwell_answers where ask = ${ask} and voter = ${voter})`;

export function selectAnswer(ask: number, id: string): Operation<AnswerRow | undefined> {
  return one<AnswerRow>`
    select id, body, voter, language, created_at from askwell_answers where ask = ${ask} and id = ${id}`;
}

/** The number of answers in which languages are looked for. */
const languageSample = 200;

/** Selects the languages of the latest answers of an ask. */
export function selectLatestLanguages(ask: number): Operation<{ language: string }[]> {
  return all<{ language: string }>`
    select distinct language from (
      select language from askwell_answers where ask = ${ask} order by id desc limit ${languageSample}) latest
    where language is not null`;
}

/**
 * Counts the answers that use up a voter's allowance, including purged ones, and reads the latest that still exists.
 */
export function* selectVoterAnswers(
  ask: number,
  voter: Uint8Array,
): Operation<{ count: number; last: AnswerRow | undefined }> {
  const row = yield* one<{ count: number; latest: string | null }>`
    select count(*) + coalesce((
      select n from askwell_purged_voters where ask = ${ask} and voter = ${voter}), 0) as count, max(id) as latest
    from askwell_answers
    where ask = ${ask} and voter = ${voter} and nth is not null`;
  const last = row && row.latest !== null ? yield* selectAnswer(ask, row.latest) : undefined;
  return { count: row?.count ?? 0, last };
}

export interface TallyRow {
  bucket: string;
  n: number;
}

export function selectTallies(ask: number): Operation<TallyRow[]> {
  return all<TallyRow>`select bucket, n from askwell_tallies where ask = ${ask} and n <> 0`;
}

/** Selects the tallies whose buckets come after one, in the order of their buckets. The first one comes after the empty text. */
export function selectTalliesAfter(
  ask: number,
  { after, limit }: { after: string; limit: number },
): Operation<TallyRow[]> {
  return all<TallyRow>`select bucket, n from askwell_tallies where ask = ${ask} and bucket > ${after} and n <> 0
    order by bucket limit ${limit}`;
}

export function* selectBucketCounts(ask: number, buckets: readonly string[]): Operation<TallyRow[]> {
  return yield* all<TallyRow>`
    select bucket, n from askwell_tallies where ask = ${ask} and bucket in ${rows([buckets])}`;
}

/** The maximum number of write-ins that the results list for one input, most frequent first. */
export const maxListedWriteIns = 100;

export function selectWriteIns(ask: number, input: string): Operation<{ text: string; votes: number }[]> {
  return all<{ text: string; votes: number }>`
    select label as text, n as votes from askwell_write_ins where ask = ${ask} and input = ${input} and n > 0
    order by n desc, folded limit ${maxListedWriteIns}`;
}

export function selectCounters(ask: number): Operation<{ answers: number; tally_seq: number } | undefined> {
  return one<{
    answers: number;
    tally_seq: number;
  }>`select answers, tally_seq from askwell_counters where ask = ${ask}`;
}
