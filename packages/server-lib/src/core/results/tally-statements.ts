import { valuesOf } from '../../db/sql/dialect.js';
import { run } from '../../db/sql/statement.js';

/** What is added to a bucket. */
export interface BucketChange {
  readonly ask: number;
  readonly bucket: string;
  readonly n: number;
}

/** What is added to a write-in. */
export interface WriteInChange {
  readonly ask: number;
  readonly input: string;
  readonly folded: string;
  readonly label: string;
  n: number;
}

/**
 * Adds to the numbers of answers and voters of asks: rows of an ask and both numbers.
 *
 * @param step What is added to `tally_seq`.
 */
export function addToCounters(counters: readonly (readonly number[])[], step: number) {
  return run`
    with k (ask, answers, voters) as (${valuesOf(['bigint', 'bigint', 'bigint'], counters)})
    update askwell_counters as c
    set answers = c.answers + k.answers, voters = c.voters + k.voters, tally_seq = c.tally_seq + ${step}
    from k where c.ask = k.ask`;
}

/** Adds to buckets. */
export function addToBuckets(changes: readonly BucketChange[]) {
  return run`
    insert into askwell_tallies (ask, bucket, n) ${valuesOf(
      ['bigint', 'text', 'bigint'],
      changes.map(({ ask, bucket, n }) => [ask, bucket, n]),
    )}
    on conflict (ask, bucket) do update set n = askwell_tallies.n + excluded.n`;
}

/** Deletes those buckets that are empty. */
export function deleteEmptyBuckets(changes: readonly BucketChange[]) {
  return run`
    delete from askwell_tallies where n = 0 and (ask, bucket) in (${valuesOf(
      ['bigint', 'text'],
      changes.map(({ ask, bucket }) => [ask, bucket]),
    )})`;
}

/** Adds to write-ins. */
export function addToWriteIns(changes: readonly WriteInChange[]) {
  return run`
    insert into askwell_write_ins (ask, input, folded, label, n) ${valuesOf(
      ['bigint', 'text', 'text', 'text', 'bigint'],
      changes.map(({ ask, input, folded, label, n }) => [ask, input, folded, label, n]),
    )}
    on conflict (ask, input, folded) do update set n = askwell_write_ins.n + excluded.n`;
}

/** Deletes those write-ins that nobody chose any more. */
export function deleteEmptyWriteIns(changes: readonly WriteInChange[]) {
  return run`
    delete from askwell_write_ins where n = 0 and (ask, input, folded) in (${valuesOf(
      ['bigint', 'text', 'text'],
      changes.map(({ ask, input, folded }) => [ask, input, folded]),
    )})`;
}
