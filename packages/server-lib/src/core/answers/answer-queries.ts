import type { Micros } from '../../base/clock.js';
import type { Operation } from '../../db/operation.js';
import type { PageRequest } from '../../db/paging.js';
import { anyOf, byIndex } from '../../db/sql/dialect.js';
import { behindIds, byId, eachInRange, type IdRange, inIdRange } from '../../db/sql/id-range.js';
import { all, type Fragment, one, rows, sql } from '../../db/sql/statement.js';
import { timePart } from '../ids.js';
import { maxListedWriteIns } from './limits.js';

export interface AnswerRow {
  id: string;
  body: string;
  voter: Uint8Array | null;
  /** The host's own ID of the user who gave the answer. Null unless the ask stores it. */
  respondent: string | null;
  /** The language in which the visitor was asked. Null if it is unknown. */
  language: string | null;
  created_at: Micros;
  /** When the content last changed. Equals `created_at` if it never changed. */
  updated_at: Micros;
}

/** An answer with the tags and the note of its owner. */
export interface NotedAnswerRow extends AnswerRow {
  /** A JSON array of texts. Null if there are no tags, or if notes were not read. */
  tags: string | null;
  note: string | null;
}

/**
 * The columns of {@link AnswerRow}, from the table `r`. A time of change is only stored with the first change, so that answers
 * that never change need no space for it.
 */
export const answerColumns = sql`r.id, r.body, r.voter, r.respondent, r.language, r.created_at, coalesce(r.updated_at, r.created_at) as updated_at`;

/** Returns the time to store for a change: later than the previous change, even if the clock was set back. The table is `r`. */
export const nextUpdate = (at: Fragment): Fragment => sql`
  case when ${at} > coalesce(r.updated_at, r.created_at) then ${at} else coalesce(r.updated_at, r.created_at) + 1 end`;

/** Selects some of an ask's answers. */
export interface AnswerFilter {
  /** The earliest time, inclusive. */
  readonly since: Micros | null;
  /** The latest time, exclusive. */
  readonly until: Micros | null;
  readonly voter: Uint8Array | null;
  /** The user who is stored with the answer. Default: any. */
  readonly respondent?: string | null | undefined;
}

/** What a page of answers reads. */
export interface AnswerReadOptions {
  /** The first ID. */
  readonly from?: string;
  /** Only the answers with these IDs. */
  readonly ids?: readonly string[];
  /** Whether the notes of answers are read. `only` reads only the answers that have a note. Default: `none`. */
  readonly notes?: 'none' | 'all' | 'only';
}

/** A page of answers. The cursor is an answer ID. */
export type AnswerPage = PageRequest<string>;

/**
 * Selects a page of answers. IDs start with their creation time, so a time range is also an ID range; `created_at` then excludes
 * the rows at both ends of the range that do not match.
 */
export function selectAnswers(
  ask: number,
  filter: AnswerFilter,
  page: AnswerPage,
  { from, ids, notes = 'none' }: AnswerReadOptions = {},
): Operation<NotedAnswerRow[]> {
  const range = rangeOfPage(filter, page, from);
  // Another index finds the answers of a person.
  const isWalk = !isOfPerson(filter) && ids === undefined;
  const inRange = isWalk ? inIdRange(ask, range) : eachInRange(ask, range);
  return all<NotedAnswerRow>`
    select ${answerColumns}, ${columnsFor[notes]}
    from ${notes === 'only' ? notedIn(ask, range) : sql`askwell_answers r where ${inRange}`}
    ${inPeriod(filter)}
    ${inAnswersOfPerson(ask, filter)}
    ${ids === undefined ? sql`` : sql`and r.id ${anyOf('text', ids)}`}
    ${notes === 'only' ? byNote(page.order) : byId(page.order)} limit ${page.limit}`;
}

/**
 * The columns of the note of an answer, from the table `r`. Subqueries, because PostgreSQL would join all notes to each page of answers if
 * it expects few of them.
 */
const noteColumns = sql`
  (select n.tags from askwell_answer_notes n where n.ask = r.ask and n.answer = r.id) as tags,
  (select n.note from askwell_answer_notes n where n.ask = r.ask and n.answer = r.id) as note`;

const columnsFor = {
  none: sql`null as tags, null as note`,
  all: noteColumns,
  only: sql`n.tags, n.note`,
};

/** The answers with notes, in the order of their IDs. SQLite never reorders the tables of a cross join. */
const notedIn = (ask: number, range: IdRange): Fragment => sql`
  askwell_answer_notes n cross join askwell_answers r
  where n.ask = ${ask} and r.ask = n.ask and r.id = n.answer and ${eachInRange(ask, range, sql`n.answer`)}`;

const byNote = (order: 'asc' | 'desc') => (order === 'asc' ? sql`order by n.answer` : sql`order by n.answer desc`);

/** Returns whether a filter names a voter or a user, whose answers an index finds. */
export function isOfPerson({ voter, respondent = null }: AnswerFilter): boolean {
  return voter !== null || respondent !== null;
}

/**
 * Returns the condition for the answers of the person that a filter names, in the table `r`. It compares with a list of IDs.
 * Otherwise, SQLite would scan all answers in the order of their IDs.
 */
function inAnswersOfPerson(ask: number, { voter, respondent = null }: AnswerFilter): Fragment {
  const byRespondent = byIndex('askwell_answers_by_respondent');
  return sql`
    ${voter === null ? sql`` : sql`and r.id in (select id from askwell_answers where ask = ${ask} and voter = ${voter})`}
    ${respondent === null ? sql`` : sql`and r.id in (select id from askwell_answers ${byRespondent} where ask = ${ask} and respondent = ${respondent})`}`;
}

export function selectAnswer(ask: number, id: string): Operation<AnswerRow | undefined> {
  return one<AnswerRow>`
    select ${answerColumns} from askwell_answers r where r.ask = ${ask} and r.id = ${id}`;
}

/** Selects an answer with its note. */
export function selectNotedAnswer(ask: number, id: string): Operation<NotedAnswerRow | undefined> {
  return one<NotedAnswerRow>`
    select ${answerColumns}, ${noteColumns} from askwell_answers r where r.ask = ${ask} and r.id = ${id}`;
}

/** The number of answers that are searched for languages. */
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

/** The period in which answers were given: from `since`, inclusive, to `until`, exclusive. */
interface Period {
  readonly since: Micros | null;
  readonly until: Micros | null;
}

/** Returns the range of a page of the answers of a period. IDs start with the time. */
function rangeOfPage({ since, until }: Period, { after, order }: PageRequest<string>, from = ''): IdRange {
  const start = since === null ? '' : timePart(since);
  const first = start > from ? start : from;
  const end = until === null ? behindIds : timePart(until) + behindIds;
  if (order === 'asc') return after !== null && after >= first ? { after, before: end } : { from: first, before: end };
  return { from: first, before: after !== null && after < end ? after : end };
}

/**
 * Returns the condition that excludes the answers at the ends of a range, in the table `r`. `coalesce` changes nothing but what
 * PostgreSQL estimates: without statistics, it expects that few answers are in a period.
 */
function inPeriod({ since, until }: Period): Fragment {
  const conditions = [
    ...(since === null ? [] : [sql`r.created_at >= ${since}`]),
    ...(until === null ? [] : [sql`r.created_at < ${until}`]),
  ];
  const [first, second] = conditions;
  if (!first) return sql``;
  return second ? sql`and coalesce(${first} and ${second}, false)` : sql`and ${first}`;
}
