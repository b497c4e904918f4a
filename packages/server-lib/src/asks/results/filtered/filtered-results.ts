import { LRUCache } from 'lru-cache';
import type { AskDraft } from '../../../contract/resources.js';
import { base62, randomText } from '../../../crypto/random.js';
import { AskwellError } from '../../../errors.js';
import type { Store } from '../../../store/store.js';
import { elapsed } from '../../../timers.js';
import { selectCounters } from '../../answers/answer-queries.js';
import type { StoredAsk } from '../../definition/stored-ask.js';
import { wireIdOf } from '../../ids.js';
import type { KindDefinition } from '../../kind-definition.js';
import type { KindTypes } from '../../kind-types.js';
import type { KindResults } from '../kind-results.js';
import {
  type FilteredResults,
  filteredResultsReport,
  type ResultsFilter,
  type SliceOutcome,
} from './filtered-report.js';

/** The number of results in the cache, and their total size in characters. */
const maxCached = 100;
const maxCachedSize = 8 * 1024 * 1024;
const bucketSize = 100;

/** Results may be this many times older than it took to compute them. */
const maxAgeFactor = 10;

/** The number of computations of a kind that may wait. */
const maxWaiting = 20;

/** How often a computation starts again before it fails. */
const maxRestarts = 3;

/** The results of some answers of an ask. */
export interface FilteredKindResults<W extends KindTypes> {
  readonly results: KindResults<W>;
  /** The state of the tallies when the computation started. */
  readonly tallySeq: number;
  /** Whether the oldest answers were left out, because there are too many. */
  readonly isCut: boolean;
}

interface CachedResults<W extends KindTypes> extends FilteredKindResults<W> {
  readonly startedAt: number;
  readonly duration: number;
}

/** Computes the results of some answers of an ask. */
export type FilteredResultsService<Own, W extends KindTypes> = (
  ask: StoredAsk<Own>,
  filter: ResultsFilter,
) => Promise<FilteredKindResults<W>>;

/**
 * Creates the function that computes the results of some answers of an ask. The answers are read in the reader thread, in
 * slices. Computations of a kind run one after the other, and callers with the same filter share one.
 *
 * @throws AskwellError with the code `unavailable` if too many computations wait.
 */
export function createFilteredResults<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
  now: () => number = elapsed,
): FilteredResultsService<Own, W> {
  const report = filteredResultsReport(kind);
  const cache = new LRUCache<string, CachedResults<W>>({ max: maxCached, maxSize: maxCachedSize });
  const pending = new Map<string, Promise<CachedResults<W>>>();
  let last: Promise<unknown> = Promise.resolve();

  async function tallySeqOf(ask: StoredAsk<Own>): Promise<number> {
    const counters = await store.read(selectCounters(ask.seq));
    if (!counters) throw new AskwellError('not_found');
    return counters.tally_seq;
  }

  async function readSlices(ask: number, filter: ResultsFilter): Promise<FilteredResults<W>> {
    for (let restarts = 0; restarts < maxRestarts; restarts++) {
      const job = randomText(base62, 20);
      let after: string | null = null;
      do {
        const outcome: SliceOutcome<W> | undefined = await store.report(report, { ask, filter, job, after });
        if (!outcome) throw new AskwellError('not_found');
        if (outcome.type === 'done') return outcome.computed;
        after = outcome.type === 'more' ? outcome.after : null;
      } while (after !== null);
    }
    throw new AskwellError('unavailable');
  }

  async function compute(ask: StoredAsk<Own>, filter: ResultsFilter, key: string): Promise<CachedResults<W>> {
    const tallySeq = await tallySeqOf(ask);
    const startedAt = now();
    const { results, timeline, buckets, isCut } = await readSlices(ask.seq, filter);
    const shown = { ...kind.askReference(wireIdOf(ask)), status: ask.status, ...results, timeline };
    const entry = { results: shown, tallySeq, isCut, startedAt, duration: now() - startedAt };
    cache.set(key, entry, { size: ask.size + bucketSize * (buckets + 1) });
    return entry;
  }

  return async (ask, filter) => {
    const tallySeq = await tallySeqOf(ask);
    const { since, until, bucket, language } = filter;
    const key = JSON.stringify([ask.seq, ask.version, ask.updatedAt, since, until, bucket, language]);
    const cached = cache.get(key);
    if (cached && (cached.tallySeq === tallySeq || now() - cached.startedAt < maxAgeFactor * cached.duration))
      return cached;
    const running = pending.get(key);
    if (running) return running;
    if (pending.size >= maxWaiting) throw new AskwellError('unavailable');
    const computing = last.then(() => compute(ask, filter, key)).finally(() => pending.delete(key));
    pending.set(key, computing);
    last = computing.catch(() => {});
    return computing;
  };
}
