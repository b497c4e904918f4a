import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { isSameVersion } from '../asks/ask-cache.js';
import { selectAskBySeq, selectAskHead } from '../asks/ask-queries.js';
import type { AskService } from '../asks/ask-service.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindTypes } from '../kind-types.js';

/** The number of times a function is called when the ask is changed at the same time. */
const maxAttempts = 5;

/** Creates functions that find asks for visitors, who cannot see drafts. */
export function createAskLookup<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  asks: AskService<Draft, Own, Body, W>,
  store: Store,
) {
  const { kind } = asks;

  /** Returns the ask with an ID, or undefined if it does not exist or is a draft. */
  async function find(wireId: string): Promise<StoredAsk<Own> | undefined> {
    const id = asks.bareId(wireId);
    const head = id === undefined ? undefined : await store.read(selectAskHead(kind.name, id));
    if (id === undefined || !head || head.status === 'draft') return undefined;
    const cached = asks.cached(id);
    if (cached && isSameVersion(cached, head)) return cached;
    const row = await store.read(selectAskBySeq(head.seq));
    return row && row.status !== 'draft' ? asks.parse(row) : undefined;
  }

  /**
   * Returns the cached ask without a query. It may be outdated: the writer refuses an answer that was checked against
   * an old version, and code that refuses an answer must call `isCurrent` first.
   */
  function findCached(wireId: string): StoredAsk<Own> | undefined {
    const id = asks.bareId(wireId);
    const ask = id === undefined ? undefined : asks.cached(id);
    return ask?.status === 'draft' ? undefined : ask;
  }

  /** Returns whether the ask still has the same version. */
  async function isCurrent(ask: StoredAsk<Own>): Promise<boolean> {
    const head = await store.read(selectAskHead(kind.name, ask.id));
    return head !== undefined && isSameVersion(ask, head);
  }

  /**
   * Returns the new version of an ask, for another attempt after an error. Undefined if it does not exist any more.
   *
   * @param attempt The number of attempts so far.
   * @throws The error, if the ask has not changed, or changes again and again.
   */
  async function findNewer(
    wireId: string,
    ask: StoredAsk<Own> | undefined,
    { error, attempt }: { readonly error: unknown; readonly attempt: number },
  ): Promise<StoredAsk<Own> | undefined> {
    if (!ask || attempt === maxAttempts || (await isCurrent(ask))) throw error;
    return await find(wireId);
  }

  /** Calls `use` with an ask. If it throws and the ask has changed, calls it again with the new version. */
  async function retryIfChanged<Result>(
    wireId: string,
    initial: StoredAsk<Own> | undefined,
    use: (ask: StoredAsk<Own> | undefined) => Promise<Result>,
  ): Promise<Result> {
    let ask = initial;
    for (let attempt = 1; ; attempt++) {
      try {
        return await use(ask);
      } catch (error) {
        ask = await findNewer(wireId, ask, { error, attempt });
      }
    }
  }

  return { find, findCached, isCurrent, findNewer, retryIfChanged };
}
