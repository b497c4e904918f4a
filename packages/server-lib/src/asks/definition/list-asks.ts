import type { Scope } from '../../access/scope.js';
import type { PageRequest } from '../../store/paging.js';
import type { Store } from '../../store/store.js';
import { setImmediate } from '../../timers.js';
import type { AskKind } from '../ask-types.js';
import {
  type AskCandidate,
  type AskFilter,
  type CountedAskRow,
  selectAskCandidates,
  selectAsksBySeq,
} from './ask-queries.js';

/** Asks looked at in one go where a filter may let only a few of them through. */
const candidateBatchSize = 500;

/** Asks read in one go where all of a list is walked through: their definitions may be large. */
export const askBatchSize = 50;

/** Bytes of definitions read in one go: larger ones are read one by one. */
const maxBatchBytes = 128 * 1024;

/**
 * Reads a page of asks in steps that hold the thread only shortly, however many asks are looked at and however large their
 * definitions are.
 *
 * @param use Makes something of each row; called between the steps, so that its work is spread as well.
 */
export async function listAsks<Used>(
  store: Store,
  { scope, kind, filter, page }: { scope: Scope; kind: AskKind; filter: AskFilter; page: PageRequest },
  use: (row: CountedAskRow) => Used,
): Promise<Used[]> {
  const used: Used[] = [];
  let steps = 0;
  for (const seqs of batches(await findCandidates(store, scope, kind, filter, page))) {
    if (steps++ > 0) await nextTurn();
    const rows = await store.read(selectAsksBySeq(scope, { filter, order: page.order }, seqs));
    used.push(...rows.map(use));
  }
  return used;
}

/** The asks of a page: those that the filter lets through, until there are enough. */
async function findCandidates(
  store: Store,
  scope: Scope,
  kind: AskKind,
  filter: AskFilter,
  { after, limit, order }: PageRequest,
): Promise<AskCandidate[]> {
  const isFiltered = filter.q !== null || filter.status !== null || filter.site !== null;
  const atOnce = isFiltered ? Math.max(limit, candidateBatchSize) : limit;
  const found: AskCandidate[] = [];
  for (let from = after; ; await nextTurn()) {
    const seen = await store.read(selectAskCandidates(scope, kind, filter, { after: from, limit: atOnce, order }));
    found.push(...seen.filter(({ matches }) => matches === 1));
    const last = seen.at(-1);
    if (found.length >= limit || seen.length < atOnce || !last) return found.slice(0, limit);
    from = last.seq;
  }
}

/** Cuts a list into runs whose definitions are read together. */
function* batches(asks: readonly AskCandidate[]): Generator<readonly number[]> {
  let run: number[] = [];
  let bytes = 0;
  for (const ask of asks) {
    if (run.length > 0 && bytes + ask.bytes > maxBatchBytes) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(ask.seq);
    bytes += ask.bytes;
  }
  if (run.length > 0) yield run;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
