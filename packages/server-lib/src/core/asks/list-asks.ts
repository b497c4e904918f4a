import { nextTurn } from '../../base/event-loop.js';
import type { PageRequest } from '../../db/paging.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { CountedAskRow } from './ask-queries.js';
import { type AskCandidate, type AskFilter, selectAskCandidates, selectAsksBySeq } from './list-queries.js';

/** The number of asks that one read checks against a filter that may match only a few of them. */
const candidateBatchSize = 500;

/** The total size of the definitions that one read returns. A larger definition is read alone. */
const maxBatchBytes = 128 * 1024;

/**
 * Reads a page of asks in several short reads, so that neither many asks nor large definitions block the event loop.
 *
 * @param use Called for each row between the reads, so that its work is spread over several turns too.
 */
export async function listAsks<Item>(
  store: Store,
  { scope, kind, filter, page }: { scope: Scope; kind: AskKind; filter: AskFilter; page: PageRequest },
  use: (row: CountedAskRow) => Item,
): Promise<Item[]> {
  const items: Item[] = [];
  let steps = 0;
  for (const seqs of batches(await findCandidates(store, scope, kind, filter, page))) {
    if (steps++ > 0) await nextTurn(scope.account);
    const rows = await store.read(selectAsksBySeq(scope, { filter, order: page.order }, seqs));
    items.push(...rows.map(use));
  }
  return items;
}

/** Finds the asks of a page: the first ones that match the filter, up to the limit. */
async function findCandidates(
  store: Store,
  scope: Scope,
  kind: AskKind,
  filter: AskFilter,
  { after, limit, order }: PageRequest,
): Promise<AskCandidate[]> {
  const isFiltered = filter.q !== null || filter.status !== null || filter.site !== null;
  const batchSize = isFiltered ? Math.max(limit, candidateBatchSize) : limit;
  const matching: AskCandidate[] = [];
  for (let from = after; ; await nextTurn(scope.account)) {
    const batch = await store.read(selectAskCandidates(scope, kind, filter, { after: from, limit: batchSize, order }));
    matching.push(...batch.filter(({ matches }) => matches === 1));
    const last = batch.at(-1);
    if (matching.length >= limit || batch.length < batchSize || !last) return matching.slice(0, limit);
    from = last.seq;
  }
}

/** Splits a list into batches whose definitions are read together. */
function* batches(asks: readonly AskCandidate[]): Generator<readonly number[]> {
  let batch: number[] = [];
  let bytes = 0;
  for (const ask of asks) {
    if (batch.length > 0 && bytes + ask.bytes > maxBatchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(ask.seq);
    bytes += ask.bytes;
  }
  if (batch.length > 0) yield batch;
}
