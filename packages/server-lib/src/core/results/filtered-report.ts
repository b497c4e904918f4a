import type { Micros } from '../../base/clock.js';
import { foldText } from '../../base/normalize-text.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { maxListedWriteIns } from '../answers/limits.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { Contribution } from './contribution.js';
import { maxFilteredResults } from './limits.js';
import { type ScanReport, scanReport } from './scan-report.js';
import type { Tallies } from './tallies.js';
import { type TimelineEntry, timelineOf, withHour } from './timeline.js';

/** Counts answers in memory, as the stored tallies count all answers of an ask. */
class AnswerTally {
  #answers = 0;
  readonly #buckets = new Map<string, number>();
  readonly #writeIns = new Map<string, Map<string, WriteIn>>();

  /** Adds an answer. A write-in has the text of the latest answer. */
  add(contributions: readonly Contribution[], at: Micros): void {
    this.#answers++;
    for (const contribution of withHour(contributions, at)) {
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

/** The results of the matching answers. */
export interface FilteredResults<W extends KindTypes> {
  readonly results: W['results'];
  readonly timeline: TimelineEntry[];
  readonly buckets: number;
}

/** Returns the report that counts the matching answers of an ask, and computes their results. */
export function filteredResultsReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): ScanReport<null, FilteredResults<W>> {
  return scanReport(kind, {
    name: 'filteredResults',
    max: maxFilteredResults,
    start({ own }) {
      const tally = new AnswerTally();
      return {
        add: (row, body) => tally.add(kind.contribute(own, body()), row.created_at),
        collected() {
          const { tallies, buckets } = tally;
          return { results: kind.results(own, tallies), timeline: timelineOf(tallies), buckets };
        },
      };
    },
  });
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
