import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { createSharedReads } from '../../db/shared-reads.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { selectCounters } from '../answers/answer-queries.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { wireIdOf } from '../ids.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { maxAgeFactor } from '../limits.js';
import type { KindResults } from './kind-results.js';
import { computeResults, resultsReport } from './results-report.js';

/** The number of results in the cache, and their total size in characters: the definition, plus `bucketSize` for each bucket. */
const maxCachedResults = 500;
const maxCachedSize = 16 * 1024 * 1024;
const bucketSize = 100;

/** Up to this number of answers, computing growing results inline is faster than in another thread. */
const maxInlineAnswers = 200;

/** Results in the cache. */
interface CachedResults<W extends KindTypes> {
  readonly results: KindResults<W>;
  /** The state of the tallies that the results are based on. */
  readonly tallySeq: number;
  /** When the computation started, and how long it took, in milliseconds. */
  readonly startedAt: number;
  readonly duration: number;
  /** The same results marked as outdated. Created on first use. */
  pending?: KindResults<W>;
}

/** The number of answers of an ask, and the state of its tallies. */
export interface Counters {
  readonly answers: number;
  readonly tally_seq: number;
}

/** Computes and caches the results of one kind of ask. */
export type ResultsService<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> = ReturnType<
  typeof createResultsService<Draft, Own, Body, W>
>;

/**
 * Creates the results service of a kind. Callers that request the results of an ask at the same time share one read, in one
 * snapshot. Results that grow with the number of answers are computed in another thread.
 */
export function createResultsService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
  { elapsed: now }: Pick<Clock, 'elapsed'>,
) {
  const report = resultsReport(kind);
  const cache = new LRUCache<string, CachedResults<W>>({ max: maxCachedResults, maxSize: maxCachedSize });
  const computations = new Map<string, Promise<CachedResults<W>>>();
  const readCounters = createSharedReads<Counters>();
  const readResults = createSharedReads<CachedResults<W>>();
  const readAfterAnswers = createSharedReads<CachedResults<W>>();

  function countersFor(ask: StoredAsk<Own>): Promise<Counters> {
    return readCounters(String(ask.seq), async () => {
      const counters = await store.read(selectCounters(ask.seq));
      if (!counters) throw new AskwellError('not_found');
      return counters;
    });
  }

  function isGrowing(ask: StoredAsk<Own>, answers: number): boolean {
    return answers > maxInlineAnswers && (kind.growingResults?.applies(ask.own) ?? false);
  }

  async function compute(ask: StoredAsk<Own>, answers: number): Promise<CachedResults<W>> {
    const startedAt = now();
    const computed = isGrowing(ask, answers)
      ? await store.report(report, { ask: ask.seq })
      : await store.read(computeResults(kind, ask.seq, ask.own));
    if (!computed) throw new AskwellError('not_found');
    const { results, timeline, tallySeq, buckets } = computed;
    const entry: CachedResults<W> = {
      results: { ...kind.askReference(wireIdOf(ask)), status: ask.status, ...results, timeline },
      tallySeq,
      startedAt,
      duration: now() - startedAt,
    };
    cache.set(cacheKey(ask), entry, { size: ask.size + bucketSize * buckets });
    return entry;
  }

  /** Returns the running computation, or starts one. */
  function computeOnce(ask: StoredAsk<Own>, answers: number): Promise<CachedResults<W>> {
    const key = cacheKey(ask);
    const running = computations.get(key);
    if (running) return running;
    const computing = compute(ask, answers).finally(() => computations.delete(key));
    computations.set(key, computing);
    return computing;
  }

  /** Returns cached results that visitors may get, or undefined if they must be computed again. */
  function cachedForVisitors(ask: StoredAsk<Own>, { answers, tally_seq }: Counters): CachedResults<W> | undefined {
    const cached = cache.get(cacheKey(ask));
    if (!cached || cached.tallySeq === tally_seq) return cached;
    return isGrowing(ask, answers) && now() - cached.startedAt < maxAgeFactor * cached.duration ? cached : undefined;
  }

  /** Reads results that include every answer committed before the call. */
  function readExactly(ask: StoredAsk<Own>): Promise<CachedResults<W>> {
    const key = cacheKey(ask);
    return readResults(key, async () => {
      const { answers, tally_seq } = await countersFor(ask);
      const cached = cache.get(key);
      if (cached?.tallySeq === tally_seq) return cached;
      // A computation that already runs may lack the latest answers.
      const running = await computations.get(key)?.catch(() => undefined);
      return running?.tallySeq === tally_seq ? running : computeOnce(ask, answers);
    });
  }

  /**
   * Returns results that include an answer, by the counters that the write of the answer returned. Does not share computations with
   * {@link readExactly}, which may have to include later answers.
   */
  async function readAfterAnswer(ask: StoredAsk<Own>, { answers, tally_seq }: Counters): Promise<CachedResults<W>> {
    const key = cacheKey(ask);
    const cached = cache.get(key);
    if (cached?.tallySeq === tally_seq) return cached;
    return await readAfterAnswers(key, async () => {
      // A computation that already runs may lack the answer.
      await computations.get(key)?.catch(() => undefined);
      return await computeOnce(ask, answers);
    });
  }

  return {
    /** Returns results that include every answer committed before the call. */
    exact: async (ask: StoredAsk<Own>): Promise<KindResults<W>> => (await readExactly(ask)).results,

    /**
     * Returns results for visitors. They are exact, unless the results grow with the number of answers: then they may be slightly
     * outdated, and are marked as pending if they lack answers.
     *
     * @param known The counters that the write of the visitor's answer returned. Absent: they are read.
     */
    async recent(ask: StoredAsk<Own>, known?: Counters): Promise<KindResults<W>> {
      const { growingResults } = kind;
      const read = () => (known ? readAfterAnswer(ask, known) : readExactly(ask));
      if (!growingResults?.applies(ask.own)) return (await read()).results;
      const counters = known ?? (await countersFor(ask));
      if (!isGrowing(ask, counters.answers)) return (await read()).results;
      const computed = cachedForVisitors(ask, counters) ?? (await computeOnce(ask, counters.answers));
      if (computed.tallySeq >= counters.tally_seq) return computed.results;
      computed.pending ??= growingResults.pending(computed.results);
      return computed.pending;
    },

    /** Returns the state of the tallies that `recent` would return now. */
    shownTallySeq: (ask: StoredAsk<Own>, counters: Counters): number =>
      cachedForVisitors(ask, counters)?.tallySeq ?? counters.tally_seq,
  };
}

/** A restored database may have the same version with another definition, but not the same time of its change. */
function cacheKey({ seq, version, updatedAt }: StoredAsk<unknown>): string {
  return `${seq}:${version}:${updatedAt}`;
}
