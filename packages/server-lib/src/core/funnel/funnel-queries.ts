import { lockAsks } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { all, one, rows, run } from '../../db/sql/statement.js';

/** How many visits to an ask reached a step on a day. */
export interface FunnelCount {
  readonly ask: number;
  /** Days since 1970-01-01, in UTC. */
  readonly day: number;
  readonly step: string;
  readonly n: number;
}

/** Adds counts, sorted by ask, day and step. Skips asks that were deleted since. Several instances add to the same counts. */
export const addToFunnel = write('funnel.add', function* (counts: readonly FunnelCount[]): Operation<void> {
  const seqs = [...new Set(counts.map(({ ask }) => ask))];
  yield* lockAsks(seqs);
  const existing = new Set<number>();
  for (const part of chunks(seqs)) {
    const found = yield* all<{ seq: number }>`
      select seq from askwell_asks where seq in ${rows([part])} and kind <> 'deleted'`;
    for (const { seq } of found) existing.add(seq);
  }
  for (const part of chunks(counts.filter(({ ask }) => existing.has(ask)))) {
    yield* run`
      insert into askwell_funnel (ask, day, step, n)
      values ${rows(part.map(({ ask, day, step, n }) => [ask, day, step, n]))}
      on conflict (ask, day, step) do update set n = askwell_funnel.n + excluded.n`;
  }
});

/** Selects the counts of a period by step. */
export function selectFunnel(ask: number, from: number, to: number): Operation<{ step: string; n: number }[]> {
  return all<{ step: string; n: number }>`
    select step, cast(sum(n) as bigint) as n from askwell_funnel
    where ask = ${ask} and day >= ${from} and day <= ${to} group by step`;
}

/** Selects the first day with counts. */
export function selectFirstFunnelDay(ask: number): Operation<{ day: number | null } | undefined> {
  return one<{ day: number | null }>`select min(day) as day from askwell_funnel where ask = ${ask}`;
}
