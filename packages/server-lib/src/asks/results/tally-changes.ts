import type { Contribution } from '../../inputs/contribution.js';
import { foldText } from '../../inputs/text/normalize-text.js';
import { valuesOf } from '../../store/dialect.js';
import type { Operation } from '../../store/operation.js';
import { Bulk, combined, type Step } from '../../store/sets/statement-set.js';
import { run } from '../../store/statement.js';

interface WriteInChange {
  readonly input: string;
  readonly folded: string;
  readonly label: string;
  n: number;
}

interface BucketChange {
  readonly ask: number;
  readonly bucket: string;
  readonly n: number;
}

interface AskWriteInChange extends WriteInChange {
  readonly ask: number;
}

/** Collects the tally changes of several answers, then writes each bucket once. */
export class TallyChanges {
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

  /**
   * Adds to the number of voters with an answer that counts. With `one_per: "ticket"` that is the number of used
   * tickets.
   */
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

  /** Returns the writes of the changes, which can be combined with others. {@link deleteEmpty} follows them. */
  writes(): Step[] {
    const asks = new Set([...this.#answers.keys(), ...this.#buckets.keys(), ...this.#writeIns.keys()]);
    const counters = [...asks].map((ask) => [ask, this.#answers.get(ask) ?? 0, this.#voters.get(ask) ?? 0]);
    return [
      new Bulk(counters, addToCounters),
      new Bulk(this.#changedBuckets(), addToBuckets),
      new Bulk(this.#changedWriteIns(), addToWriteIns),
    ];
  }

  /** Deletes the rows whose count has become 0. */
  *deleteEmpty(): Operation<void> {
    const buckets = this.#changedBuckets().filter(({ n }) => n < 0);
    const writeIns = this.#changedWriteIns().filter(({ n }) => n < 0);
    yield* combined([new Bulk(buckets, deleteEmptyBuckets), new Bulk(writeIns, deleteEmptyWriteIns)]);
  }

  #changedBuckets(): BucketChange[] {
    const changes: BucketChange[] = [];
    for (const [ask, buckets] of this.#buckets)
      for (const [bucket, n] of buckets) if (n !== 0) changes.push({ ask, bucket, n });
    return changes;
  }

  #changedWriteIns(): AskWriteInChange[] {
    const changes: AskWriteInChange[] = [];
    for (const [ask, writeIns] of this.#writeIns)
      for (const change of writeIns.values()) if (change.n !== 0) changes.push({ ask, ...change });
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
        else writeIns.set(`${input}\n${folded}`, { input, folded, label, n: sign });
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

function addToCounters(counters: readonly (readonly number[])[]) {
  return run`
    with k (ask, answers, voters) as (${valuesOf(['bigint', 'bigint', 'bigint'], counters)})
    update askwell_counters as c
    set answers = c.answers + k.answers, voters = c.voters + k.voters, tally_seq = c.tally_seq + 1
    from k where c.ask = k.ask`;
}

function addToBuckets(changes: readonly BucketChange[]) {
  return run`
    insert into askwell_tallies (ask, bucket, n) ${valuesOf(
      ['bigint', 'text', 'bigint'],
      changes.map(({ ask, bucket, n }) => [ask, bucket, n]),
    )}
    on conflict (ask, bucket) do update set n = askwell_tallies.n + excluded.n`;
}

function deleteEmptyBuckets(changes: readonly BucketChange[]) {
  return run`
    delete from askwell_tallies where n = 0 and (ask, bucket) in (${valuesOf(
      ['bigint', 'text'],
      changes.map(({ ask, bucket }) => [ask, bucket]),
    )})`;
}

function addToWriteIns(changes: readonly AskWriteInChange[]) {
  return run`
    insert into askwell_write_ins (ask, input, folded, label, n) ${valuesOf(
      ['bigint', 'text', 'text', 'text', 'bigint'],
      changes.map(({ ask, input, folded, label, n }) => [ask, input, folded, label, n]),
    )}
    on conflict (ask, input, folded) do update set n = askwell_write_ins.n + excluded.n`;
}

function deleteEmptyWriteIns(changes: readonly AskWriteInChange[]) {
  return run`
    delete from askwell_write_ins where n = 0 and (ask, input, folded) in (${valuesOf(
      ['bigint', 'text', 'text'],
      changes.map(({ ask, input, folded }) => [ask, input, folded]),
    )})`;
}
