import type { Micros } from '../../base/clock.js';
import { foldText } from '../../base/normalize-text.js';
import { maxListedWriteIns } from '../answers/answer-queries.js';
import type { Contribution } from './contribution.js';
import type { Tallies } from './tallies.js';
import { hourBucket } from './timeline.js';

interface WriteIn {
  readonly text: string;
  readonly votes: number;
}

/** Counts answers in memory, as the stored tallies count all answers of an ask. */
export class AnswerTally {
  #answers = 0;
  readonly #buckets = new Map<string, number>();
  readonly #writeIns = new Map<string, Map<string, WriteIn>>();

  /** Adds an answer. The text of a write-in is that of the answer that was added last. */
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

/** Returns the most frequent write-ins, in the order of the stored ones: by votes, then by the bytes of their folded text. */
function listWriteIns(writeIns: ReadonlyMap<string, WriteIn>): { text: string; votes: number }[] {
  return [...writeIns]
    .sort(([a, { votes: m }], [b, { votes: n }]) => n - m || Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .slice(0, maxListedWriteIns)
    .map(([, { text, votes }]) => ({ text, votes }));
}
