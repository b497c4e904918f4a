import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { createSharedReads } from '../../db/shared-reads.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { selectCounters } from '../answers/answer-queries.js';
import { type AnswerSelection, readsNotes } from '../answers/answer-selection.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { wireIdOf } from '../ids.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { maxAgeFactor } from '../limits.js';
import { filteredResultsReport } from './filtered-report.js';
import type { KindResults } from './kind-results.js';
import { createScanTurns, readScan } from './scan-report.js';

/** The number of results in the cache, and their total size in characters. */
const maxCached = 100;
const maxCachedSize = 8 * 1024 * 1024;
const bucketSize = 100;

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
export interface FilteredResultsService<Own, W extends KindTypes> {
  /** Returns results that include every answer committed before the call. */
  exact(ask: StoredAsk<Own>, selection: AnswerSelection): Promise<FilteredKindResults<W>>;
  /** Returns results that are up to ten times as old as it takes to compute them, or older if nothing has changed. */
  recent(ask: StoredAsk<Own>, selection: AnswerSelection): Promise<FilteredKindResults<W>>;
}

/**
 * Creates the functions that compute the results of some answers of an ask. The answers are read in the reader thread, in
 * slices. Computations of a kind run one after the other, and callers with the same selection share one.
 *
 * Both throw an AskwellError with the code `unavailable` if too many computations wait.
 */
export function createFilteredResults<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
  { elapsed: now }: Pick<Clock, 'elapsed'>,
): FilteredResultsService<Own, W> {
  const report = filteredResultsReport(kind);
  const cache = new LRUCache<string, CachedResults<W>>({ max: maxCached, maxSize: maxCachedSize });
  const pending = new Map<string, Promise<CachedResults<W>>>();
  const readExactly = createSharedReads<CachedResults<W>>();
  const inTurn = createScanTurns();

  async function tallySeqOf(ask: StoredAsk<Own>): Promise<number> {
    const counters = await store.read(selectCounters(ask.seq));
    if (!counters) throw new AskwellError('not_found');
    return counters.tally_seq;
  }

  async function compute(ask: StoredAsk<Own>, selection: AnswerSelection, key: string): Promise<CachedResults<W>> {
    const tallySeq = await tallySeqOf(ask);
    const startedAt = now();
    const { found, isCut } = await readScan(store, report, { ask: ask.seq, selection, request: null });
    const { results, timeline, buckets } = found;
    const shown = { ...kind.askReference(wireIdOf(ask)), status: ask.status, ...results, timeline };
    const entry = { results: shown, tallySeq, isCut, startedAt, duration: now() - startedAt };
    cache.set(key, entry, { size: ask.size + bucketSize * (buckets + 1) });
    return entry;
  }

  return {
    exact(ask, selection) {
      const key = keyOf(ask, selection);
      return readExactly(key, async () => {
        const cached = cache.get(key);
        const tallySeq = await tallySeqOf(ask);
        return cached && isCurrent(cached, tallySeq, selection) ? cached : inTurn(() => compute(ask, selection, key));
      });
    },

    async recent(ask, selection) {
      const tallySeq = await tallySeqOf(ask);
      const key = keyOf(ask, selection);
      const cached = cache.get(key);
      if (
        cached &&
        (isCurrent(cached, tallySeq, selection) || now() - cached.startedAt < maxAgeFactor * cached.duration)
      )
        return cached;
      const running = pending.get(key);
      if (running) return running;
      const computing = inTurn(() => compute(ask, selection, key)).finally(() => pending.delete(key));
      pending.set(key, computing);
      return computing;
    },
  };
}

/** Returns whether results include the current answers. Notes can change without the tallies. */
function isCurrent<W extends KindTypes>(
  cached: CachedResults<W>,
  tallySeq: number,
  selection: AnswerSelection,
): boolean {
  return cached.tallySeq === tallySeq && !readsNotes(selection);
}

/** A restored database may have the same version with another definition, but not the same time of its change. */
function keyOf({ seq, version, updatedAt }: StoredAsk<unknown>, selection: AnswerSelection): string {
  return JSON.stringify([seq, version, updatedAt, selection]);
}
