import { LRUCache } from 'lru-cache';
import { AskwellError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import { elapsed } from '../../timers.js';
import { selectCounters } from '../answers/answer-queries.js';
import type { AskDraft, AskStatus } from '../ask-types.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import { wireIdOf } from '../ids.js';
import type { KindDefinition, KindTypes } from '../kind-definition.js';
import { computeResults, resultsReport } from './results-report.js';
import type { TimelineEntry } from './timeline.js';

/** How many asks' results are kept. */
const maxCachedResults = 500;
/** And so much of what they are made of: characters of definitions, and a hundred for each thing counted. */
const maxCachedSize = 16 * 1024 * 1024;
const bucketSize = 100;

/** Up to so many answers, results that grow with their number still take less time than asking another thread. */
const maxInlineAnswers = 200;

/** Visitors may be shown results that are so many times as old as computing them takes. */
const maxAgeFactor = 10;

/** What an ask's answers add up to, as it is read. */
export type KindResults<W extends KindTypes> = W['askReference'] &
  W['results'] & { status: AskStatus; timeline: TimelineEntry[] };

/** Results as they were computed last. */
interface CachedResults<W extends KindTypes> {
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
  const cache = new LRUCache<string, CachedResults<W>>({ max: maxCachedResults, maxSize: maxCachedSize });
  const pending = new Map<string, Promise<CachedResults<W>>>();

  async function countersFor(ask: StoredAsk<Own>): Promise<Counters> {
    const counters = await store.read(selectCounters(ask.seq));
    if (!counters) throw new AskwellError('not_found');
    return counters;
  }

  function isCostly(ask: StoredAsk<Own>, answers: number): boolean {
    return answers > maxInlineAnswers && (kind.growingResults?.applies(ask.own) ?? false);
  }

  async function compute(ask: StoredAsk<Own>, answers: number): Promise<CachedResults<W>> {
    const begun = now();
    const summedUp = isCostly(ask, answers)
      ? await store.report(report, { ask: ask.seq })
      : await store.read(computeResults(kind, ask.seq, ask.own));
    if (!summedUp) throw new AskwellError('not_found');
    const { results, timeline, tallySeq, buckets } = summedUp;
    const computed: CachedResults<W> = {
      results: { ...kind.askReference(wireIdOf(ask)), status: ask.status, ...results, timeline },
      tallySeq,
      begun,
      took: now() - begun,
    };
    cache.set(cacheKey(ask), computed, { size: ask.size + bucketSize * buckets });
    return computed;
  }

  /** Joins the computation that is under way, or begins one. */
  function computeOnce(ask: StoredAsk<Own>, answers: number): Promise<CachedResults<W>> {
    const key = cacheKey(ask);
    const known = pending.get(key);
    if (known) return known;
    const computing = compute(ask, answers).finally(() => pending.delete(key));
    pending.set(key, computing);
    return computing;
  }

  /** Undefined where visitors need newer results than those that are kept. */
  function cachedForVisitors(ask: StoredAsk<Own>, { answers, tally_seq }: Counters): CachedResults<W> | undefined {
    const known = cache.get(cacheKey(ask));
    if (!known || known.tallySeq >= tally_seq) return known;
    return isCostly(ask, answers) && now() - known.begun < maxAgeFactor * known.took ? known : undefined;
  }

  async function computeExactly(ask: StoredAsk<Own>, { answers, tally_seq }: Counters): Promise<KindResults<W>> {
    let computed = cache.get(cacheKey(ask));
    // What was under way already may have begun before the newest answers.
    while (!computed || computed.tallySeq < tally_seq) computed = await computeOnce(ask, answers);
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
      const { growingResults } = kind;
      if (!growingResults || !isCostly(ask, counters.answers)) return computeExactly(ask, counters);
      const computed = cachedForVisitors(ask, counters) ?? (await computeOnce(ask, counters.answers));
      if (computed.tallySeq >= counters.tally_seq) return computed.results;
      computed.pending ??= growingResults.pending(computed.results);
      return computed.pending;
    },

    /** The state of the tallies that `recent` would show now. */
    shownTallySeq: (ask: StoredAsk<Own>, counters: Counters): number =>
      cachedForVisitors(ask, counters)?.tallySeq ?? counters.tally_seq,
  };
}

function cacheKey({ seq, version }: StoredAsk<unknown>): string {
  return `${seq}:${version}`;
}
