import type { Contribution } from '../../inputs/contribution.js';
import { foldText } from '../../inputs/text/normalize-text.js';
import { chunks } from '../../store/chunks.js';
import type { Operation } from '../../store/operation.js';
import { one, rows, run } from '../../store/statement.js';
import { newTallyStep } from './tally-step.js';

interface WriteInChange {
  readonly input: string;
  readonly folded: string;
  readonly label: string;
  n: number;
}

/** Collects the tally changes of several answers, then writes each bucket once. */
export class TallyChanges {
  readonly #buckets = new Map<number, Map<string, number>>();
  readonly #writeIns = new Map<number, Map<string, WriteInChange>>();
  readonly #answers = new Map<number, number>();
  readonly #voters = new Map<number, number>();
  readonly #stored = new Map<string, number>();

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

  /** Returns the count of a bucket, including the collected changes. */
  *current(ask: number, bucket: string): Operation<number> {
    const key = `${ask}:${bucket}`;
    let stored = this.#stored.get(key);
    if (stored === undefined) {
      const row = yield* one<{ n: number }>`select n from askwell_tallies where ask = ${ask} and bucket = ${bucket}`;
      stored = row?.n ?? 0;
      this.#stored.set(key, stored);
    }
    return stored + (this.#buckets.get(ask)?.get(bucket) ?? 0);
  }

  /** Writes the changes, sorted by ask and bucket so that concurrent writers cannot deadlock. */
  *write(): Operation<void> {
    const asks = new Set([...this.#answers.keys(), ...this.#buckets.keys(), ...this.#writeIns.keys()]);
    for (const ask of [...asks].sort((a, b) => a - b)) {
      yield* run`
        update askwell_counters set answers = answers + ${this.#answers.get(ask) ?? 0},
          voters = voters + ${this.#voters.get(ask) ?? 0}, tally_seq = tally_seq + ${newTallyStep()}
        where ask = ${ask}`;
      yield* writeBuckets(ask, this.#buckets.get(ask) ?? new Map());
      yield* writeWriteIns(ask, this.#writeIns.get(ask) ?? new Map());
    }
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

function* writeBuckets(ask: number, buckets: ReadonlyMap<string, number>): Operation<void> {
  const changed = [...buckets].filter(([, n]) => n !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const chunk of chunks(changed)) {
    yield* run`
      insert into askwell_tallies (ask, bucket, n) values ${rows(chunk.map(([bucket, n]) => [ask, bucket, n]))}
      on conflict (ask, bucket) do update set n = askwell_tallies.n + excluded.n`;
  }
  for (const [bucket] of changed.filter(([, n]) => n < 0)) {
    yield* run`delete from askwell_tallies where ask = ${ask} and bucket = ${bucket} and n = 0`;
  }
}

function* writeWriteIns(ask: number, writeIns: ReadonlyMap<string, WriteInChange>): Operation<void> {
  const changed = [...writeIns.values()].filter(({ n }) => n !== 0).sort((a, b) => (a.folded < b.folded ? -1 : 1));
  for (const chunk of chunks(changed)) {
    yield* run`
      insert into askwell_write_ins (ask, input, folded, label, n)
      values ${rows(chunk.map(({ input, folded, label, n }) => [ask, input, folded, label, n]))}
      on conflict (ask, input, folded) do update set n = askwell_write_ins.n + excluded.n`;
  }
  for (const { input, folded } of changed.filter(({ n }) => n < 0)) {
    yield* run`delete from askwell_write_ins where ask = ${ask} and input = ${input} and folded = ${folded} and n = 0`;
  }
}
