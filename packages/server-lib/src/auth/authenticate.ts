import type { Clock, Micros } from '../clock.js';
import { sha256 } from '../crypto/hash.js';
import { isWellFormed } from '../keys/format.js';
import { keyHolder } from '../keys/record.js';
import type { Store } from '../store/store.js';
import type { Touches } from '../store/touches.js';
import { Scope } from './scope.js';

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
  readonly touches: Touches;
}

/**
 * Finds out whom a raw key belongs to. Nothing is cached: a key that was deleted, in whatever process, is refused by
 * the next call. A hash and one indexed look-up cost less than a cache would have to explain.
 */
export function createAuthenticator({ store, clock, touches }: AuthenticatorOptions) {
  return async (raw: string | undefined): Promise<Caller | null> => {
    if (raw === undefined || !isWellFormed(raw)) return null;
    const row = await store.read(keyHolder(sha256(raw)));
    if (!row) return null;
    touches.touch(row.id, clock.now());
    return {
      scope: Scope.grant(row.account_id, row.site_id),
      key: { id: row.id, name: row.name },
      account: {
        id: row.account_id,
        name: row.account_name,
        email: row.account_email,
        createdAt: row.account_created_at,
      },
    };
  };
}
