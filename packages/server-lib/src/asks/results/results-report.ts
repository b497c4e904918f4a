import type { Operation, Report } from '../../store/operation.js';
import { one } from '../../store/statement.js';
import { selectCounters, selectTallies, selectWriteIns } from '../answers/answer-queries.js';
import type { AskDraft } from '../ask-types.js';
import type { Definition } from '../definition/stored-ask.js';
import type { KindDefinition, KindTypes, Tallies } from '../kind-definition.js';
import { type TimelineEntry, timelineOf } from './timeline.js';

/** What the answers of an ask add up to, as of one moment. */
export interface ComputedResults<W extends KindTypes> {
  readonly results: W['results'];
  readonly timeline: TimelineEntry[];
  readonly tallySeq: number;
  /** How many things are counted: what it costs to keep goes by that. */
  readonly buckets: number;
}

/** Sums up one ask of a kind. Undefined where the ask is gone. */
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

/** Sums up one ask of a known definition. Undefined where the ask is gone. */
export function* computeResults<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  ask: number,
  own: Own,
): Operation<ComputedResults<W> | undefined> {
  const read = yield* readTallies(ask, kind.writeInInputs(own));
  if (!read) return undefined;
  const { counted, tallySeq, buckets } = read;
  return { results: kind.results(own, counted), timeline: timelineOf(counted), tallySeq, buckets };
}

/** All that is counted for an ask, as of one moment: read again when answers came in between. */
function* readTallies(
  ask: number,
  inputs: readonly string[],
): Operation<{ counted: Tallies; tallySeq: number; buckets: number } | undefined> {
  for (;;) {
    const before = yield* selectCounters(ask);
    const tallies = yield* selectTallies(ask);
    const writeIns = new Map<string, { text: string; votes: number }[]>();
    for (const input of inputs) writeIns.set(input, yield* selectWriteIns(ask, input));
    const after = yield* selectCounters(ask);
    if (!before || !after) return undefined;
    if (before.tally_seq !== after.tally_seq) continue;
    const counts = new Map(tallies.map(({ bucket, n }) => [bucket, n]));
    const counted: Tallies = {
      answers: after.answers,
      count: (bucket) => counts.get(bucket) ?? 0,
      withPrefix: (prefix) => [...counts].filter(([bucket]) => bucket.startsWith(prefix)),
      writeIns: (input) => writeIns.get(input) ?? [],
    };
    return { counted, tallySeq: after.tally_seq, buckets: tallies.length };
  }
}
