import type { Scope } from '../access/scope.js';
import type { Session } from '../access/session.js';
import { type Clock, formatTimestamp } from '../clock.js';
import type { ApiKey } from '../contract/resources.js';
import { sha256 } from '../crypto/hash.js';
import { AskwellError } from '../errors.js';
import { fault } from '../faults/fault.js';
import { invalidField } from '../faults/invalid-field.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import type { LastUsedTimes } from '../store/last-used-times.js';
import type { Store } from '../store/store.js';
import { check } from '../validation/check.js';
import { generateKey, maskKey } from './key-format.js';
import { createKey, deleteKey, type KeyRow, selectKeyName, selectKeys } from './key-queries.js';
import { type KeyDraft, keyDraftSchema } from './key-schema.js';

/** A key just created. */
export interface CreatedKey {
  readonly id: number;
  /** The raw key. It is not stored and can't be shown again. */
  readonly raw: string;
}

/** A key with the site that it is scoped to, for its owner's dashboard. */
export interface OwnedKey extends ApiKey {
  site_id: number | null;
}

export interface KeyServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly prefix: string;
  readonly lastUsedTimes: LastUsedTimes;
  readonly events: SecurityEvents;
}

/** An account's API keys. Creating and deleting demands a logged-in session; a key can't make keys. */
export type KeyService = ReturnType<typeof createKeyService>;

export function createKeyService({ store, clock, prefix, lastUsedTimes, events }: KeyServiceOptions) {
  function toApiKey(row: KeyRow): ApiKey {
    // A use may not be stored yet.
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

  return {
    /** @param client The client that asks, for the security events. */
    async create(session: Session, draft: KeyDraft, client?: string): Promise<CreatedKey> {
      const { name, description, site_id: site } = check(keyDraftSchema, draft);
      const { raw, ...kept } = generateKey(prefix);
      const account = session.account.id;
      const made = await store.run(createKey, {
        account,
        site,
        name,
        description,
        hash: sha256(raw).toString('hex'),
        ...kept,
        at: clock.now(),
      });
      if ('id' in made) {
        events.record({ kind: 'key_created', account, client, subject: { id: made.id, name } });
        return { id: made.id, raw };
      }
      if (made.refused === 'unknown_account') throw new AskwellError('not_found', 'There is no such account.');
      if (made.refused === 'unknown_site') throw invalidField('site_id', fault('unknown_site'));
      throw new AskwellError('conflict', 'An account takes 100 keys. Delete one you no longer use.');
    },

    async list(session: Session): Promise<OwnedKey[]> {
      const rows = await store.read(selectKeys(session.scope));
      return rows.map((row) => ({ ...toApiKey(row), site_id: row.site_id }));
    },

    /** Deletes a key; the next request that brings it is refused. */
    async delete(session: Session, id: number, client?: string): Promise<void> {
      const key = { account: session.account.id, id };
      const name = (await store.read(selectKeyName(key)))?.name;
      if (name === undefined || !(await store.run(deleteKey, key))) throw new AskwellError('not_found');
      events.record({ kind: 'key_deleted', account: key.account, client, subject: { id, name } });
    },

    /** Returns the keys of the account that a scope sees. */
    async listVisible(scope: Scope): Promise<ApiKey[]> {
      return (await store.read(selectKeys(scope))).map(toApiKey);
    },
  };
}
