import type { Operation, Report } from '../../db/operation.js';
import { one } from '../../db/sql/statement.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { selectCounters, selectTalliesAfter, selectWriteIns } from '../answers/answer-queries.js';
import type { Definition } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { Tallies } from './tallies.js';
import { type TimelineEntry, timelineOf } from './timeline.js';

/** The number of buckets that one statement reads. */
const talliesPerStatement = 5_000;

/** The results of an ask at one moment. */
export interface ComputedResults<W extends KindTypes> {
  readonly results: W['results'];
  readonly timeline: TimelineEntry[];
  readonly tallySeq: number;
  /** The number of tally buckets. Caches use it to estimate the size of an entry. */
  readonly buckets: number;
}

/** Returns a report that computes the results of an ask. Its result is undefined if the ask does not exist. */
export function resultsReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): Report<{ ask: number }, ComputedResults<W> | undefined> {
  return {
    name: `${kind.plural}.results`,
    *read({ ask }) {
      const row = yield* one<{ definition: string }>`select definition from askwell_asks
        where seq = ${ask} and kind = ${kind.name}`;
      if (!row) return undefined;
      const { own }: Definition<Own> = JSON.parse(row.definition);
      return yield* computeResults(kind, ask, own);
    },
  };
}

/** Computes the results of an ask with a known definition. Returns undefined if the ask does not exist. */
export function* computeResults<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  ask: number,
  own: Own,
): Operation<ComputedResults<W> | undefined> {
  const state = yield* readTallies(ask, kind.writeInInputs(own));
  if (!state) return undefined;
  const { tallies, tallySeq, buckets } = state;
  return { results: kind.results(own, tallies), timeline: timelineOf(tallies), tallySeq, buckets };
}

/** Reads all tallies of an ask. Operations that read run in a snapshot, so they belong together. */
function* readTallies(
  ask: number,
  inputs: readonly string[],
): Operation<{ tallies: Tallies; tallySeq: number; buckets: number } | undefined> {
  const counters = yield* selectCounters(ask);
  if (!counters) return undefined;
  const counts = yield* readCounts(ask);
  const writeIns = new Map<string, { text: string; votes: number }[]>();
  for (const input of inputs) writeIns.set(input, yield* selectWriteIns(ask, input));
  const tallies: Tallies = {
    answers: counters.answers,
    count: (bucket) => counts.get(bucket) ?? 0,
    withPrefix: (prefix) => [...counts].filter(([bucket]) => bucket.startsWith(prefix)),
    writeIns: (input) => writeIns.get(input) ?? [],
  };
  return { tallies, tallySeq: counters.tally_seq, buckets: counts.size };
}

/** Reads the counts of all buckets, a limited number with each statement: a ranked poll has one for each distinct ballot. */
function* readCounts(ask: number): Operation<Map<string, number>> {
  const counts = new Map<string, number>();
  let after = '';
  for (;;) {
    const rows = yield* selectTalliesAfter(ask, { after, limit: talliesPerStatement });
    for (const { bucket, n } of rows) counts.set(bucket, n);
    const last = rows.at(-1);
    if (!last || rows.length < talliesPerStatement) return counts;
    after = last.bucket;
  }
}
