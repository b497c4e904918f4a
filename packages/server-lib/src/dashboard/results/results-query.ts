import type { Micros } from '../../base/clock.js';
import { truncate } from '../../base/truncate.js';
import { type AnswerSelection, everyAnswer, unknownLanguage } from '../../core/answers/answer-selection.js';
import { normalizeLanguage } from '../../core/submit/answer-language.js';
import { isDate } from '../../kinds/inputs/date.js';
import type { DashboardRequest } from '../guards.js';
import { queryParam } from '../query.js';
import type { CountableAnswer } from './insight.js';

const minute: Micros = 60_000_000;
const day: Micros = 24 * 60 * minute;

/** The periods to choose from, with their lengths. Null: all answers. */
export const presets = [
  { period: 'all', label: 'All', words: 'all time', length: null },
  { period: '24h', label: '24 hours', words: 'the last 24 hours', length: day },
  { period: '7d', label: '7 days', words: 'the last 7 days', length: 7 * day },
  { period: '30d', label: '30 days', words: 'the last 30 days', length: 30 * day },
] as const;

/** The filters in the query of a results page, as they were sent. */
export interface ResultsQuery {
  readonly period: string;
  /** Dates such as `2026-01-31`. Empty: not limited. */
  readonly since: string;
  readonly until: string;
  /** The bucket of an answer. Empty: all answers. */
  readonly answer: string;
  /** A language tag, or `unknown`. Empty: all languages. */
  readonly language: string;
  /** `previous`, `others`, or `answer.` with the bucket of an answer. Empty: no comparison. */
  readonly compare: string;
  /** The columns of the questions of the cross table. Empty: none. */
  readonly rows: string;
  readonly columns: string;
  /** The column whose averages are shown. Empty: none. */
  readonly average: string;
}

/** Reads the filters from the query of a request. */
export function readResultsQuery(request: Pick<DashboardRequest, 'exchange'>): ResultsQuery {
  const read = (name: string) => queryParam(request, name) ?? '';
  return {
    period: read('period'),
    since: read('since'),
    until: read('until'),
    answer: read('answer'),
    language: read('language'),
    compare: read('compare'),
    rows: read('rows'),
    columns: read('columns'),
    average: read('average'),
  };
}

/** Returns the query of a URL with filters, without filters that are not set. Empty if no filter is set. */
export function toQueryString(query: ResultsQuery, more: Readonly<Record<string, string>> = {}): string {
  const set = Object.entries({ ...query, ...more }).filter(
    ([name, value]) => value !== '' && `${name}=${value}` !== 'period=all',
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}

/** The answers whose results are compared with the results of the page. */
export interface ComparedAnswers {
  readonly filter: AnswerSelection;
  /** The chosen answer that these answers have. Null: the answers of the period before, or all without the answer of the page. */
  readonly choice: CountableAnswer | null;
  readonly type: 'period' | 'answers';
}

/** The prefix of a comparison with the answers that have another option. */
export const comparedAnswerPrefix = 'answer.';

/** The filters that a page applies. */
export interface AppliedFilters {
  /** Null: all answers. */
  readonly filter: AnswerSelection | null;
  readonly compared: ComparedAnswers | null;
  /** The period in words: "the last 7 days". */
  readonly period: string;
  readonly choice: CountableAnswer | null;
  readonly language: string | null;
  readonly problems: readonly FilterProblem[];
}

/** A field of the filters. */
export type FilterField = 'since' | 'until' | 'answer' | 'language' | 'compare';

/** An ignored filter, and the reason. */
interface FilterProblem {
  readonly field: FilterField;
  readonly text: string;
  /** What is ignored. */
  readonly part: 'filter' | 'comparison';
}

/**
 * Returns the filters of a query. Invalid ones are ignored and named.
 *
 * @param now Periods such as the last 24 hours end now. They start at a full minute, so that requests share results.
 */
export function applyQuery(query: ResultsQuery, choices: readonly CountableAnswer[], now: Micros): AppliedFilters {
  const problems: FilterProblem[] = [];
  const choice = choices.find(({ bucket }) => bucket === query.answer) ?? null;
  if (query.answer !== '' && !choice)
    problems.push({
      field: 'answer',
      text: 'The chosen answer no longer exists, so all answers are counted.',
      part: 'filter',
    });
  const { since, until, words } = periodOf(query, now, problems);
  const language = languageOf(query.language, problems);
  const isFiltered = [since, until, choice, language].some((value) => value !== null);
  const conditions = choice ? [{ type: 'bucket', bucket: choice.bucket } as const] : [];
  const selection = { ...everyAnswer, language, conditions };
  const filter = isFiltered ? { ...selection, since, until } : null;
  const compared =
    query.compare === ''
      ? null
      : query.compare === 'others' || query.compare.startsWith(comparedAnswerPrefix)
        ? otherAnswers(query.compare, { ...selection, since, until }, { choice, choices }, problems)
        : periodBefore(selection, { since, until: until ?? Math.ceil(now / minute) * minute }, problems);
  return { filter, compared, period: words, choice, language, problems };
}

/** Returns the answers of the period before, which has the same length. */
function periodBefore(
  selection: AnswerSelection,
  { since, until }: { readonly since: Micros | null; readonly until: Micros },
  problems: FilterProblem[],
): ComparedAnswers | null {
  if (since === null)
    problems.push({
      field: 'compare',
      text: 'To compare with the period before, choose a first day.',
      part: 'comparison',
    });
  if (since === null || until <= since) return null;
  return { filter: { ...selection, since: 2 * since - until, until: since }, choice: null, type: 'period' };
}

/** Returns the answers of the same period that have another option, or not the chosen one. */
function otherAnswers(
  compare: string,
  selection: AnswerSelection,
  { choice, choices }: { readonly choice: CountableAnswer | null; readonly choices: readonly CountableAnswer[] },
  problems: FilterProblem[],
): ComparedAnswers | null {
  const other = choices.find(({ bucket }) => compare === comparedAnswerPrefix + bucket) ?? null;
  if (!choice)
    problems.push({ field: 'answer', text: 'To compare answers, choose an answer here too.', part: 'comparison' });
  else if (!other && compare !== 'others')
    problems.push({ field: 'compare', text: 'The answer to compare with no longer exists.', part: 'comparison' });
  else if (other === choice)
    problems.push({ field: 'compare', text: 'Choose two different answers to compare.', part: 'comparison' });
  if (!choice || other === choice || (!other && compare !== 'others')) return null;
  const condition = other
    ? ({ type: 'bucket', bucket: other.bucket } as const)
    : ({ type: 'not_bucket', bucket: choice.bucket } as const);
  return { filter: { ...selection, conditions: [condition] }, choice: other, type: 'answers' };
}

function languageOf(text: string, problems: FilterProblem[]): string | null {
  if (text === '' || text === unknownLanguage) return text || null;
  const language = normalizeLanguage(text);
  if (language === null)
    problems.push({
      field: 'language',
      text: 'The language is not known, so it was ignored. Choose one from the list.',
      part: 'filter',
    });
  return language;
}

interface Period {
  readonly since: Micros | null;
  readonly until: Micros | null;
  readonly words: string;
}

function periodOf(query: ResultsQuery, now: Micros, problems: FilterProblem[]): Period {
  if (query.since === '' && query.until === '') {
    const preset = presets.find(({ period }) => period === query.period) ?? presets[0];
    const since = preset.length === null ? null : Math.floor(now / minute) * minute - preset.length;
    return { since, until: null, words: preset.words };
  }
  const since = parseDate('since', query.since, problems);
  const last = parseDate('until', query.until, problems);
  if (since !== null && last !== null && last < since) {
    problems.push({
      field: 'until',
      text: 'The last day is before the first day. Choose a later day.',
      part: 'filter',
    });
    return { since: null, until: null, words: presets[0].words };
  }
  const until = last === null ? null : last + day;
  return { since, until, words: wordsOf(since, last) };
}

function wordsOf(since: Micros | null, last: Micros | null): string {
  if (since === null) return last === null ? presets[0].words : `until ${formatDay(last)}`;
  if (last === null) return `since ${formatDay(since)}`;
  return since === last ? formatDay(since) : `${formatDay(since)} to ${formatDay(last)}`;
}

const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
const months = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' });

function formatDay(at: Micros): string {
  return `${format.format(at / 1_000)} (UTC)`;
}

/** Returns the start of a day in UTC. Null for an empty or invalid date. */
function parseDate(field: FilterField, text: string, problems: FilterProblem[]): Micros | null {
  if (text === '') return null;
  if (isDate(text)) return Date.parse(text) * 1_000;
  problems.push({ field, text: `${nameDay(text)} does not exist. Choose another day.`, part: 'filter' });
  return null;
}

/** Returns a day that does not exist in words: “31 February 2026”. Other texts are quoted. */
function nameDay(text: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)$/.exec(text) ?? [];
  if (month === '') return `The day “${truncate(text, 20)}”`;
  return `${Number(day)} ${months.format(Date.UTC(2000, Number(month) - 1))} ${year}`;
}
