import { LRUCache } from 'lru-cache';
import { timestamp } from '../clock.js';
import { AskwellError } from '../errors.js';
import type { Timestamp } from '../http/contract.js';
import type { Operation } from '../store/operation.js';
import type { Store } from '../store/store.js';
import type { AskDraft, AskStatus } from './contract.js';
import { wireIdOf } from './ids.js';
import type { Counted, Kind, Wire } from './kind.js';
import { countersOf, talliesOf, writeInsOf } from './read-answers.js';
import type { StoredAsk } from './stored.js';
import { hourOf, hourPrefix } from './timeline.js';

/** Results kept as they were worked out; an ask's tally sequence tells whether they still hold. */
const keptResults = 500;
/** And so much of what they are made of: characters of definitions, and a hundred for each thing counted. */
const keptSize = 16 * 1024 * 1024;
const countedSize = 100;

/** What an ask's answers add up to, as it is read. */
export type ResultsRead<W extends Wire> = W['naming'] & W['results'] & { status: AskStatus; timeline: Timeline };

/** What the answers of one kind's asks add up to. It costs by what is counted, not by how many answers there are. */
export type Results<Draft extends AskDraft, Own, Body, W extends Wire = Wire> = ReturnType<
  typeof createResults<Draft, Own, Body, W>
>;

export function createResults<Draft extends AskDraft, Own, Body, W extends Wire>(
  kind: Kind<Draft, Own, Body, W>,
  store: Store,
) {
  const kept = new LRUCache<string, ResultsRead<W>>({ max: keptResults, maxSize: keptSize });

  return async (ask: StoredAsk<Own>): Promise<ResultsRead<W>> => {
    const counters = await store.read(countersOf(ask.seq));
    if (!counters) throw new AskwellError('not_found');
    const known = kept.get(keyOf(ask, counters.tally_seq));
    if (known) return known;
    const { counted, tallySeq, buckets } = await store.read(readCounted(ask.seq, kind.writeInInputs(ask.own)));
    const results = {
      ...kind.naming(wireIdOf(ask)),
      status: ask.status,
      ...kind.results(ask.own, counted),
      timeline: timelineOf(counted),
    };
    kept.set(keyOf(ask, tallySeq), results, { size: ask.size + countedSize * buckets });
    return results;
  };
}

function keyOf({ seq, version }: StoredAsk<unknown>, tallySeq: number): string {
  return `${seq}:${version}:${tallySeq}`;
}

/** All that is counted for an ask, as of one moment: read again when answers came in between. */
function* readCounted(
  ask: number,
  inputs: readonly string[],
): Operation<{ counted: Counted; tallySeq: number; buckets: number }> {
  for (;;) {
    const before = yield* countersOf(ask);
    const tallies = yield* talliesOf(ask);
    const writeIns = new Map<string, { text: string; votes: number }[]>();
    for (const input of inputs) writeIns.set(input, yield* writeInsOf(ask, input));
    const after = yield* countersOf(ask);
    if (!before || !after) throw new AskwellError('not_found');
    if (before.tally_seq !== after.tally_seq) continue;
    const counts = new Map(tallies.map(({ bucket, n }) => [bucket, n]));
    const counted: Counted = {
      answers: after.answers,
      count: (bucket) => counts.get(bucket) ?? 0,
      withPrefix: (prefix) => [...counts].filter(([bucket]) => bucket.startsWith(prefix)),
      writeIns: (input) => writeIns.get(input) ?? [],
    };
    return { counted, tallySeq: after.tally_seq, buckets: tallies.length };
  }
}

type Timeline = { at: Timestamp; count: number }[];

function timelineOf({ withPrefix }: Counted): Timeline {
  return withPrefix(hourPrefix)
    .map(([bucket, count]) => ({ at: hourOf(bucket), count }))
    .sort((a, b) => a.at - b.at)
    .map(({ at, count }) => ({ at: timestamp(at), count }));
}
