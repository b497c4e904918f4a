import { type Clock, formatTimestamp } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import type { LastUsedTimes } from '../../db/last-used-times.js';
import type { Store } from '../../db/store.js';
import type { ApiKey, Timestamp } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { Scope } from '../access/scope.js';
import type { Session } from '../access/session.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import { generateKey, maskKey } from './key-format.js';
import type { KeyPermissions } from './key-permissions.js';
import { createKey, deleteKey, type KeyRow, selectKeyName, selectKeys } from './key-queries.js';
import type { CheckedKeyDraft } from './key-schema.js';
import { describeKeyUse, type KeyRequest, type KeyUse } from './key-use.js';
import { maxKeys } from './limits.js';

/** A new key. */
export interface CreatedKey {
  readonly id: number;
  /** The raw key. It is not stored and cannot be shown again. */
  readonly raw: string;
}

/** A key with the site that it is scoped to, what it can do, when it expires and what used it last, for the dashboard. */
export interface OwnedKey extends ApiKey {
  site_id: number | null;
  permissions: KeyPermissions;
  /** Null if the key never expires. */
  expires_at: Timestamp | null;
  last_use: KeyUse;
}

export interface KeyServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly prefix: string;
  readonly lastUsedTimes: LastUsedTimes<KeyRequest | null>;
  readonly events: SecurityEvents;
}

/** Manages the API keys of accounts. Creating and deleting keys requires a session: a key cannot manage keys. */
export type KeyService = ReturnType<typeof createKeyService>;

export function createKeyService({ store, clock, prefix, lastUsedTimes, events }: KeyServiceOptions) {
  function toApiKey(row: KeyRow): ApiKey {
    // The last use may not be stored yet.
    const lastUsed = lastUsedTimes.latest(row.id, row.last_used_at);
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      masked_key: maskKey(row),
      last_used_at: lastUsed === null ? null : formatTimestamp(lastUsed),
      created_at: formatTimestamp(row.created_at),
    };
  }

  function lastUseOf(row: KeyRow): KeyUse {
    const unsaved = lastUsedTimes.unsaved(row.id, row.last_used_at);
    return unsaved ? describeKeyUse(unsaved.detail) : { operation: row.last_operation, client: row.last_client };
  }

  return {
    /**
     * Creates a key.
     *
     * @param client The key of the client's address, for the security events.
     * @throws AskwellError with the code `invalid`, `not_found` if the account was deleted, or `conflict` if it has the
     * maximum number of keys.
     */
    async create(
      session: Session,
      { name, description, site_id: site, permissions, expires_at: expiresAt }: CheckedKeyDraft,
      client?: string,
    ): Promise<CreatedKey> {
      const at = clock.now();
      if (expiresAt !== null && expiresAt <= at) throw invalidField('expires_at', fault('not_in_future'));
      const { raw, ...storedParts } = generateKey(prefix);
      const account = session.account.id;
      const outcome = await store.run(createKey, {
        account,
        site,
        name,
        description,
        permissions,
        expiresAt,
        hash: sha256(raw).toString('hex'),
        ...storedParts,
        at,
      });
      if ('id' in outcome) {
        events.record({ kind: 'key_created', account, client, subject: { id: outcome.id, name } });
        return { id: outcome.id, raw };
      }
      if (outcome.refused === 'unknown_account') throw new AskwellError('not_found', 'Account not found.');
      if (outcome.refused === 'unknown_site') throw invalidField('site_id', fault('unknown_site'));
      throw new AskwellError(
        'conflict',
        `An account can have at most ${maxKeys} API keys. Delete a key that you no longer use.`,
      );
    },

    /** Returns all keys of the account. */
    async list(session: Session): Promise<OwnedKey[]> {
      const rows = await store.read(selectKeys(session.scope));
      return rows.map((row) => ({
        ...toApiKey(row),
        site_id: row.site_id,
        permissions: row.permissions,
        expires_at: row.expires_at === null ? null : formatTimestamp(row.expires_at),
        last_use: lastUseOf(row),
      }));
    },

    /**
     * Deletes a key. The next request with it is refused.
     *
     * @throws AskwellError with the code `not_found` if the account has no such key.
     */
    async delete(session: Session, id: number, client?: string): Promise<void> {
      const key = { account: session.account.id, id };
      const name = (await store.read(selectKeyName(key)))?.name;
      if (name === undefined || !(await store.run(deleteKey, key))) throw new AskwellError('not_found');
      events.record({ kind: 'key_deleted', account: key.account, client, subject: { id, name } });
    },

    /** Returns the keys that are visible to a scope. */
    async listVisible(scope: Scope): Promise<ApiKey[]> {
      return (await store.read(selectKeys(scope))).map(toApiKey);
    },
  };
}
