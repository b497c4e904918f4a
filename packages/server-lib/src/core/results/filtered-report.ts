import { LRUCache } from 'lru-cache';
import type { Micros } from '../../base/clock.js';
import { foldText } from '../../base/normalize-text.js';
import type { Report } from '../../db/operation.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import { maxListedWriteIns } from '../answers/limits.js';
import { createMatcher } from '../answers/match-answers.js';
import { columnSource, scanSlice, selectDefinition } from '../answers/scan-answers.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { maxFilteredAnswers } from '../limits.js';
import type { Contribution } from './contribution.js';
import type { Tallies } from './tallies.js';
import { hourBucket, type TimelineEntry, timelineOf } from './timeline.js';

/** Counts answers in memory, as the stored tallies count all answers of an ask. */
class AnswerTally {
  #answers = 0;
  readonly #buckets = new Map<string, number>();
  readonly #writeIns = new Map<string, Map<string, WriteIn>>();

  /** Adds an answer. A write-in has the text of the latest answer. */
  add(contributions: readonly Contribution[], at: Micros): void {
    this.#answers++;
    for (const contribution of [...contributions, hourBucket(at)]) {
      if ('bucket' in contribution) this.#count(contribution.bucket, contribution.n);
      else this.#countWriteIn(contribution.input, contribution.writeIn);
    }
  }

  /** The number of counted answers. */
  get answers(): number {
    return this.#answers;
  }

  /** The number of buckets. Caches use it to estimate the size of results. */
  get buckets(): number {
    return this.#buckets.size;
  }

  get tallies(): Tallies {
    const buckets = this.#buckets;
    return {
      answers: this.#answers,
      count: (bucket) => buckets.get(bucket) ?? 0,
      withPrefix: (prefix) => [...buckets].filter(([bucket, n]) => n !== 0 && bucket.startsWith(prefix)),
      writeIns: (input) => listWriteIns(this.#writeIns.get(input) ?? new Map()),
    };
  }

  #count(bucket: string, n: number): void {
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + n);
  }

  #countWriteIn(input: string, text: string): void {
    const writeIns = this.#writeIns.get(input) ?? new Map<string, WriteIn>();
    this.#writeIns.set(input, writeIns);
    const folded = foldText(text);
    writeIns.set(folded, { text, votes: (writeIns.get(folded)?.votes ?? 0) + 1 });
  }
}

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
  // The computations between two slices: the current one, and failed ones until they are evicted.
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

interface WriteIn {
  readonly text: string;
  readonly votes: number;
}

/** Returns the most frequent write-ins, in the order of the stored ones: by votes, then by the bytes of their folded text. */
function listWriteIns(writeIns: ReadonlyMap<string, WriteIn>): { text: string; votes: number }[] {
  return [...writeIns]
    .sort(([a, { votes: m }], [b, { votes: n }]) => n - m || Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .slice(0, maxListedWriteIns)
    .map(([, { text, votes }]) => ({ text, votes }));
}
