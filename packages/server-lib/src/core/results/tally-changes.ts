import { foldText } from '../../base/normalize-text.js';
import type { Operation } from '../../db/operation.js';
import { Bulk, combined, type Step } from '../../db/sets/statement-set.js';
import { valuesOf } from '../../db/sql/dialect.js';
import { run } from '../../db/sql/statement.js';
import type { Contribution } from './contribution.js';
import { newTallyStep } from './tally-step.js';

/** Collects the tally changes of several answers, then writes each bucket once. */
export class TallyChanges {
  /** The number that the changes add to the `tally_seq` of each ask. */
  readonly step = newTallyStep();
  readonly #buckets = new Map<number, Map<string, number>>();
  readonly #writeIns = new Map<number, Map<string, WriteInChange>>();
  readonly #answers = new Map<number, number>();
  readonly #voters = new Map<number, number>();

  add(ask: number, contributions: readonly Contribution[]): void {
    this.#change(ask, contributions, 1);
  }

  subtract(ask: number, contributions: readonly Contribution[]): void {
    this.#change(ask, contributions, -1);
  }

  /** Adds to the number of answers. */
  count(ask: number, n: number): void {
    this.#answers.set(ask, (this.#answers.get(ask) ?? 0) + n);
  }

  /** Adds to the number of voters with an answer that counts. With `one_per: "ticket"`, this is the number of used tickets. */
  countVoters(ask: number, n: number): void {
    this.#voters.set(ask, (this.#voters.get(ask) ?? 0) + n);
  }

  /** Returns what the collected changes add to a bucket. */
  pending(ask: number, bucket: string): number {
    return this.#buckets.get(ask)?.get(bucket) ?? 0;
  }

  /** Writes the changes. */
  *write(): Operation<void> {
    yield* combined(this.writes());
    yield* this.deleteEmpty();
  }

  /** Returns the writes of the changes, which can be combined with other writes. Run {@link emptyDeletions} after them. */
  writes(): Step[] {
    const asks = new Set([...this.#answers.keys(), ...this.#buckets.keys(), ...this.#writeIns.keys()]);
    const counters = [...asks].map((ask) => [ask, this.#answers.get(ask) ?? 0, this.#voters.get(ask) ?? 0]);
    return [
      new Bulk(counters, (part) => addToCounters(part, this.step)),
      new Bulk(this.#changedBuckets(), addToBuckets),
      new Bulk(this.#changedWriteIns(), addToWriteIns),
    ];
  }

  /** Deletes the rows whose count has become 0. */
  *deleteEmpty(): Operation<void> {
    yield* combined(this.emptyDeletions());
  }

  /** Returns the deletions of the rows whose count has become 0. */
  emptyDeletions(): Step[] {
    const buckets = this.#changedBuckets().filter(({ n }) => n < 0);
    const writeIns = this.#changedWriteIns().filter(({ n }) => n < 0);
    return [new Bulk(buckets, deleteEmptyBuckets), new Bulk(writeIns, deleteEmptyWriteIns)];
  }

  #changedBuckets(): BucketChange[] {
    const changes: BucketChange[] = [];
    for (const [ask, buckets] of this.#buckets)
      for (const [bucket, n] of buckets) if (n !== 0) changes.push({ ask, bucket, n });
    return changes;
  }

  #changedWriteIns(): WriteInChange[] {
    const changes: WriteInChange[] = [];
    for (const writeIns of this.#writeIns.values())
      for (const change of writeIns.values()) if (change.n !== 0) changes.push(change);
    return changes;
  }

  #change(ask: number, contributions: readonly Contribution[], sign: 1 | -1): void {
    const buckets = mapAt(this.#buckets, ask);
    for (const contribution of contributions) {
      if ('bucket' in contribution) {
        buckets.set(contribution.bucket, (buckets.get(contribution.bucket) ?? 0) + sign * contribution.n);
      } else {
        const { input, writeIn: label } = contribution;
        const folded = foldText(label);
        const writeIns = mapAt(this.#writeIns, ask);
        const change = writeIns.get(`${input}\n${folded}`);
        if (change) change.n += sign;
        else writeIns.set(`${input}\n${folded}`, { ask, input, folded, label, n: sign });
      }
    }
  }
}

function mapAt<Key, Value>(maps: Map<number, Map<Key, Value>>, ask: number): Map<Key, Value> {
  const existing = maps.get(ask);
  if (existing) return existing;
  const created = new Map<Key, Value>();
  maps.set(ask, created);
  return created;
}

/** A number to add to a bucket. */
interface BucketChange {
  readonly ask: number;
  readonly bucket: string;
  readonly n: number;
}

/** A number to add to a write-in. */
interface WriteInChange {
  readonly ask: number;
  readonly input: string;
  readonly folded: string;
  readonly label: string;
  n: number;
}

/**
 * Adds to the numbers of answers and voters of asks: rows of an ask and both numbers.
 *
 * @param step The number to add to `tally_seq`.
 */
function addToCounters(counters: readonly (readonly number[])[], step: number) {
  return run`
    with k (ask, answers, voters) as (${valuesOf(['bigint', 'bigint', 'bigint'], counters)})
    update askwell_counters as c
    set answers = c.answers + k.answers, voters = c.voters + k.voters, tally_seq = c.tally_seq + ${step}
    from k where c.ask = k.ask`;
}

/** Adds to buckets. */
function addToBuckets(changes: readonly BucketChange[]) {
  return run`
    insert into askwell_tallies (ask, bucket, n) ${valuesOf(
      ['bigint', 'text', 'bigint'],
      changes.map(({ ask, bucket, n }) => [ask, bucket, n]),
    )}
    on conflict (ask, bucket) do update set n = askwell_tallies.n + excluded.n`;
}

/** Deletes the buckets that are empty. */
function deleteEmptyBuckets(changes: readonly BucketChange[]) {
  return run`
    delete from askwell_tallies where n = 0 and (ask, bucket) in (${valuesOf(
      ['bigint', 'text'],
      changes.map(({ ask, bucket }) => [ask, bucket]),
    )})`;
}

/** Adds to write-ins. */
function addToWriteIns(changes: readonly WriteInChange[]) {
  return run`
    insert into askwell_write_ins (ask, input, folded, label, n) ${valuesOf(
      ['bigint', 'text', 'text', 'text', 'bigint'],
      changes.map(({ ask, input, folded, label, n }) => [ask, input, folded, label, n]),
    )}
    on conflict (ask, input, folded) do update set n = askwell_write_ins.n + excluded.n`;
}

/** Deletes the write-ins without votes. */
function deleteEmptyWriteIns(changes: readonly WriteInChange[]) {
  return run`
    delete from askwell_write_ins where n = 0 and (ask, input, folded) in (${valuesOf(
      ['bigint', 'text', 'text'],
      changes.map(({ ask, input, folded }) => [ask, input, folded]),
    )})`;
}
