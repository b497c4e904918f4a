import { LRUCache } from 'lru-cache';
import type { Micros } from '../../../clock.js';
import type { AskDraft } from '../../../contract/resources.js';
import type { Operation, Report } from '../../../store/operation.js';
import { one } from '../../../store/statement.js';
import { selectAnswers } from '../../answers/answer-queries.js';
import type { Definition } from '../../definition/stored-ask.js';
import type { KindDefinition } from '../../kind-definition.js';
import type { KindTypes } from '../../kind-types.js';
import { type TimelineEntry, timelineOf } from '../timeline.js';
import { AnswerTally } from './answer-tally.js';

/** Selects the answers that filtered results count. */
export interface ResultsFilter {
  /** The earliest time, inclusive. */
  readonly since: Micros | null;
  /** The latest time, exclusive. */
  readonly until: Micros | null;
  /** Only answers that count to this bucket, such as that of an option. */
  readonly bucket: string | null;
  /** Only answers in this language, with or without a region. {@link unknownLanguage}: only those whose language is unknown. */
  readonly language: string | null;
}

/** The language of answers whose language is unknown. No language has this tag. */
export const unknownLanguage = 'unknown';

/** The number of answers that a slice reads. Other reports run between two slices. */
export const answersPerSlice = 5_000;

/** The maximum number of answers that filtered results read, newest first. */
export const maxReadAnswers = 250_000;

/** The number of answers per statement. Limits the memory that a slice needs. */
const batchSize = 500;

/** A request to read the next answers of a computation. */
export interface SliceInput {
  readonly ask: number;
  readonly filter: ResultsFilter;
  /** Names the computation. Its counts stay in the reader thread between slices. */
  readonly job: string;
  /** The ID of the last answer of the previous slice. Null for the first slice. */
  readonly after: string | null;
}

/** The results of the matching answers. */
export interface FilteredResults<W extends KindTypes> {
  readonly results: W['results'];
  readonly timeline: TimelineEntry[];
  readonly buckets: number;
  /** Whether older answers were left out, because there are more than {@link maxReadAnswers}. */
  readonly isCut: boolean;
}

/** The outcome of a slice. `restart` means that the counts are lost or the definition has changed. */
export type SliceOutcome<W extends KindTypes> =
  | { readonly type: 'more'; readonly after: string }
  | { readonly type: 'restart' }
  | { readonly type: 'done'; readonly computed: FilteredResults<W> };

interface Job {
  readonly definition: string;
  readonly tally: AnswerTally;
  read: number;
}

/** The computations between two slices. There is at most one for each kind of ask and process. */
const jobs = new LRUCache<string, Job>({ max: 16 });

/**
 * Returns a report that counts the matching answers of an ask, slice by slice, and computes their results after the last one.
 * Its result is undefined if the ask does not exist.
 */
export function filteredResultsReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): Report<SliceInput, SliceOutcome<W> | undefined> {
  return {
    name: `${kind.plural}.filteredResults`,
    *read({ ask, filter, job: name, after }) {
      const row = yield* one<{ definition: string }>`select definition from askwell_asks
        where seq = ${ask} and kind = ${kind.name}`;
      if (!row) return undefined;
      const started =
        after === null ? { definition: row.definition, tally: new AnswerTally(), read: 0 } : jobs.get(name);
      if (started?.definition !== row.definition) return { type: 'restart' };
      const { own }: Definition<Own> = JSON.parse(row.definition);
      const last = yield* countSlice(kind, own, { ask, filter, after, job: started });
      if (last !== null && started.read < maxReadAnswers) {
        jobs.set(name, started);
        return { type: 'more', after: last };
      }
      jobs.delete(name);
      const { tallies, buckets } = started.tally;
      const results = kind.results(own, tallies);
      return { type: 'done', computed: { results, timeline: timelineOf(tallies), buckets, isCut: last !== null } };
    },
  };
}

/** Counts the answers of a slice. Returns the ID of the last one; null if there are no more. */
function* countSlice<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  own: Own,
  { ask, filter, after, job }: Pick<SliceInput, 'ask' | 'filter' | 'after'> & { job: Job },
): Operation<string | null> {
  const { since, until, bucket, language } = filter;
  let last = after;
  for (let read = 0; read < answersPerSlice; read += batchSize) {
    const page = { after: last, limit: batchSize, order: 'desc' } as const;
    const rows = yield* selectAnswers(ask, { since, until, voter: null }, page);
    for (const row of rows) {
      if (language !== null && !isInLanguage(row.language, language)) continue;
      const parsed: Body = JSON.parse(row.body);
      const contributions = kind.contribute(own, parsed);
      const matches = (found: (typeof contributions)[number]) => 'bucket' in found && found.bucket === bucket;
      if (bucket === null || contributions.some(matches)) job.tally.add(contributions, row.created_at);
    }
    job.read += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batchSize) return null;
  }
  return last;
}

function isInLanguage(tag: string | null, wanted: string): boolean {
  if (tag === null) return wanted === unknownLanguage;
  return tag === wanted || tag.startsWith(`${wanted}-`);
}
