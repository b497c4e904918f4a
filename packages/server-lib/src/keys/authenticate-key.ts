import { LRUCache } from 'lru-cache';
import { Scope } from '../access/scope.js';
import type { Clock, Micros } from '../clock.js';
import { sha256 } from '../crypto/hash.js';
import type { LastUsedTimes } from '../store/last-used-times.js';
import type { Store } from '../store/store.js';
import { isWellFormed } from './key-format.js';
import { type KeyHolderRow, keyHolder, keyOf } from './key-queries.js';

/** Who calls with a valid API key. */
export interface Caller {
  /** What the key may see and manage. */
  readonly scope: Scope;
  readonly key: { readonly id: number; readonly name: string };
  readonly account: { readonly id: number; readonly name: string; readonly email: string; readonly createdAt: Micros };
}

export interface AuthenticatorOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly touches: LastUsedTimes;
}

/** Keys in use at one time; more of them only means that some are read anew. */
const keptCallers = 1_000;

const stamps = new WeakMap<Caller, number>();

/** The stamp of what a caller was told by. What else was read of their account under the same one still holds. */
export function stampOf(caller: Caller): number | undefined {
  return stamps.get(caller);
}

/**
 * Finds out whom a raw key belongs to. The key is looked up every time: one that was deleted, in whatever process, is
 * refused by the next call. What else is told of it has a stamp, and is read again only where that is another.
 */
export function createAuthenticator({ store, clock, touches }: AuthenticatorOptions) {
  const known = new LRUCache<number, Caller>({ max: keptCallers });

  function knownAt(id: number, stamp: number): Caller | undefined {
    const caller = known.get(id);
    return caller && stampOf(caller) === stamp ? caller : undefined;
  }

  async function readCaller(id: number): Promise<Caller | null> {
    const row = await store.read(keyHolder(id));
    if (!row) return null;
    // Of many who ask at once one is the first.
    return knownAt(id, row.stamp) ?? keep(toCaller(id, row), row.stamp);
  }

  function keep(caller: Caller, stamp: number): Caller {
    stamps.set(caller, stamp);
    known.set(caller.key.id, caller);
    return caller;
  }

  return async (raw: string | undefined): Promise<Caller | null> => {
    if (raw === undefined || !isWellFormed(raw)) return null;
    const key = await store.read(keyOf(sha256(raw)));
    if (!key) return null;
    const caller = knownAt(key.id, key.stamp) ?? (await readCaller(key.id));
    if (caller) touches.touch(key.id, clock.now());
    return caller;
  };
}

/** Frozen, since it is handed out again. */
function toCaller(id: number, row: KeyHolderRow): Caller {
  return Object.freeze({
    scope: Scope.grant(row.account_id, row.site_id),
    key: Object.freeze({ id, name: row.name }),
    account: Object.freeze({
      id: row.account_id,
      name: row.account_name,
      email: row.account_email,
      createdAt: row.account_created_at,
    }),
  });
}
