import { LRUCache } from 'lru-cache';
import { AskwellError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import { elapsed } from '../../timers.js';
import { countersOf } from '../answers/answer-queries.js';
import type { AskDraft } from '../ask-types.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { wireIdOf } from '../ids.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { KindResults } from './kind-results.js';
import { computeResults, resultsReport } from './results-report.js';

/** How many asks' results are kept. */
const keptResults = 500;
/** And so much of what they are made of: characters of definitions, and a hundred for each thing counted. */
const keptSize = 16 * 1024 * 1024;
const countedSize = 100;

/** Up to so many answers, results that grow with their number still take less time than asking another thread. */
const fewAnswers = 200;

/** Visitors may be shown results that are so many times as old as computing them takes. */
const patienceFactor = 10;

/** Results as they were computed last. */
interface Computed<W extends KindTypes> {
  readonly results: KindResults<W>;
  /** The state of the tallies that they are of. */
  readonly tallySeq: number;
  /** When computing them began, and how long it took, in milliseconds. */
  readonly begun: number;
  readonly took: number;
  /** The same marked as lacking the newest answers, once somebody was shown them so. */
  pending?: KindResults<W>;
}

/** How many answers an ask has, and the state of its tallies. */
export interface Counters {
  readonly answers: number;
  readonly tally_seq: number;
}

/** What the answers of one kind's asks add up to. */
export type ResultsService<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> = ReturnType<
  typeof createResultsService<Draft, Own, Body, W>
>;

/**
 * Computes results, one computation at a time for each ask, shared by all who ask meanwhile. Results that grow with the
 * number of answers are computed away from the host's thread.
 */
export function createResultsService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
  now: () => number = elapsed,
) {
  const report = resultsReport(kind);
  const kept = new LRUCache<string, Computed<W>>({ max: keptResults, maxSize: keptSize });
  const underWay = new Map<string, Promise<Computed<W>>>();

  async function countersFor(ask: StoredAsk<Own>): Promise<Counters> {
    const counters = await store.read(countersOf(ask.seq));
    if (!counters) throw new AskwellError('not_found');
    return counters;
  }

  function isCostly(ask: StoredAsk<Own>, answers: number): boolean {
    return answers > fewAnswers && (kind.growing?.applies(ask.own) ?? false);
  }

  async function compute(ask: StoredAsk<Own>, answers: number): Promise<Computed<W>> {
    const begun = now();
    const summedUp = isCostly(ask, answers)
      ? await store.report(report, { ask: ask.seq })
      : await store.read(computeResults(kind, ask.seq, ask.own));
    if (!summedUp) throw new AskwellError('not_found');
    const { results, timeline, tallySeq, buckets } = summedUp;
    const computed: Computed<W> = {
      results: { ...kind.naming(wireIdOf(ask)), status: ask.status, ...results, timeline },
      tallySeq,
      begun,
      took: now() - begun,
    };
    kept.set(keyOf(ask), computed, { size: ask.size + countedSize * buckets });
    return computed;
  }

  /** Joins the computation that is under way, or begins one. */
  function share(ask: StoredAsk<Own>, answers: number): Promise<Computed<W>> {
    const key = keyOf(ask);
    const known = underWay.get(key);
    if (known) return known;
    const computing = compute(ask, answers).finally(() => underWay.delete(key));
    underWay.set(key, computing);
    return computing;
  }

  /** Undefined where visitors need newer results than those that are kept. */
  function keptForVisitors(ask: StoredAsk<Own>, { answers, tally_seq }: Counters): Computed<W> | undefined {
    const known = kept.get(keyOf(ask));
    if (!known || known.tallySeq >= tally_seq) return known;
    return isCostly(ask, answers) && now() - known.begun < patienceFactor * known.took ? known : undefined;
  }

  async function computeExactly(ask: StoredAsk<Own>, { answers, tally_seq }: Counters): Promise<KindResults<W>> {
    let computed = kept.get(keyOf(ask));
    // What was under way already may have begun before the newest answers.
    while (!computed || computed.tallySeq < tally_seq) computed = await share(ask, answers);
    return computed.results;
  }

  return {
    /** With every answer that was committed before the call. */
    exact: async (ask: StoredAsk<Own>): Promise<KindResults<W>> => computeExactly(ask, await countersFor(ask)),

    /**
     * For visitors: exact, unless the results grow with the number of answers. Then they may be a little old, and are
     * marked as pending where they lack answers.
     */
    async recent(ask: StoredAsk<Own>): Promise<KindResults<W>> {
      const counters = await countersFor(ask);
      const { growing } = kind;
      if (!growing || !isCostly(ask, counters.answers)) return computeExactly(ask, counters);
      const computed = keptForVisitors(ask, counters) ?? (await share(ask, counters.answers));
      if (computed.tallySeq >= counters.tally_seq) return computed.results;
      computed.pending ??= growing.pending(computed.results);
      return computed.pending;
    },

    /** The state of the tallies that `recent` would show now. */
    shownState: (ask: StoredAsk<Own>, counters: Counters): number =>
      keptForVisitors(ask, counters)?.tallySeq ?? counters.tally_seq,
  };
}

function keyOf({ seq, version }: StoredAsk<unknown>): string {
  return `${seq}:${version}`;
}
