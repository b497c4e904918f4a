import { LRUCache } from 'lru-cache';
import type { Report } from '../../db/operation.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import { createMatcher } from '../answers/match-answers.js';
import { columnSource, scanSlice, selectDefinition } from '../answers/scan-answers.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { maxFilteredAnswers } from '../limits.js';
import { AnswerTally } from './answer-tally.js';
import { type TimelineEntry, timelineOf } from './timeline.js';

/** A request to read the next answers of a computation. */
export interface SliceInput {
  readonly ask: number;
  readonly selection: AnswerSelection;
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
  /** Whether older answers were left out, because there are more than {@link maxFilteredAnswers}. */
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

/**
 * Returns a report that counts the matching answers of an ask, slice by slice, and computes their results after the last one.
 * Its result is undefined if the ask does not exist.
 */
export function filteredResultsReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): Report<SliceInput, SliceOutcome<W> | undefined> {
  // The computations between two slices: the current one, and failed ones until others replace them.
  const jobs = new LRUCache<string, Job>({ max: 4 });
  return {
    name: `${kind.plural}.filteredResults`,
    *read({ ask, selection, job: name, after }, limit) {
      const definition = yield* selectDefinition(ask, kind.name);
      if (definition === undefined) return undefined;
      const started = after === null ? { definition, tally: new AnswerTally(), read: 0 } : jobs.get(name);
      if (started?.definition !== definition) return { type: 'restart' };
      const source = columnSource<Own>(definition);
      const { own } = source;
      const matcher = createMatcher(kind, source, selection);
      const start = { after, order: 'desc', withNotes: false, matcher, limit } as const;
      const { last, read } = yield* scanSlice(ask, selection, start, (row) => {
        const body = matcher.match(row);
        if (body) started.tally.add(kind.contribute(own, body()), row.created_at);
        return true;
      });
      started.read += read;
      if (last !== null && started.read < maxFilteredAnswers) {
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
