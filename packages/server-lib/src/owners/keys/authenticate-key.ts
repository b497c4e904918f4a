import type { Clock, Micros } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import type { LastUsedTimes } from '../../db/last-used-times.js';
import type { Store } from '../../db/store.js';
import { Scope } from '../access/scope.js';
import { isWellFormedKey } from './key-format.js';
import type { KeyPermissions } from './key-permissions.js';
import { type CallerRow, selectCaller, selectExpiry } from './key-queries.js';
import type { KeyRequest } from './key-use.js';

/** The owner of a valid API key. */
export interface Caller {
  /** The data that the key can access. */
  readonly scope: Scope;
  readonly key: { readonly id: number; readonly name: string; readonly permissions: KeyPermissions };
  readonly account: {
    readonly id: number;
    readonly name: string;
    readonly email: string | null;
    readonly createdAt: Micros;
  };
}

export interface AuthenticatorOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly lastUsedTimes: LastUsedTimes<KeyRequest | null>;
}

/**
 * Creates a function that returns the caller of a raw key; null if the key is missing, invalid or expired. It reads the
 * database for each request, so that a deleted key is refused at once.
 */
export function createAuthenticator({ store, clock, lastUsedTimes }: AuthenticatorOptions) {
  return async (raw: string | undefined, request: KeyRequest | null = null): Promise<Caller | null> => {
    if (raw === undefined || !isWellFormedKey(raw)) return null;
    const row = await store.read(selectCaller(sha256(raw)));
    const now = clock.now();
    if (!row || (row.expires_at !== null && row.expires_at <= now)) return null;
    lastUsedTimes.touch(row.id, now, request);
    return toCaller(row);
  };
}

/** Creates a function that returns whether the key with an ID still exists and has not expired, for responses that last. */
export function createKeyCheck({ store, clock }: Pick<AuthenticatorOptions, 'store' | 'clock'>) {
  return async (id: number): Promise<boolean> => {
    const row = await store.read(selectExpiry(id));
    return row !== undefined && (row.expires_at === null || row.expires_at > clock.now());
  };
}

function toCaller(row: CallerRow): Caller {
  return {
    scope: Scope.grant(row.account_id, row.site_id),
    key: { id: row.id, name: row.name, permissions: row.permissions },
    account: {
      id: row.account_id,
      name: row.account_name,
      email: row.account_email,
      createdAt: row.account_created_at,
    },
  };
}
