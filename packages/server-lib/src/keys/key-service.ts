import type { Scope } from '../access/scope.js';
import type { Session } from '../access/session.js';
import type { ApiKey } from '../accounts/account-types.js';
import type { Timestamp } from '../api/response-types.js';
import { type Clock, formatTimestamp } from '../clock.js';
import { sha256 } from '../crypto/hash.js';
import { AskwellError } from '../errors.js';
import { fault } from '../faults/fault.js';
import { invalidField } from '../faults/invalid-field.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import type { LastUsedTimes } from '../store/last-used-times.js';
import type { Store } from '../store/store.js';
import { check } from '../validation/check.js';
import { maskKey, mintKey } from './key-format.js';
import { createKey, deleteKey, type KeyRow, keyName, keysOf, type StampedKeys, stampedKeysOf } from './key-queries.js';
import { type KeyDraft, keyDraft } from './key-schema.js';

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

export interface KeysOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly prefix: string;
  readonly touches: LastUsedTimes;
  readonly events: SecurityEvents;
}

/** An account's API keys. Creating and deleting demands a logged-in session; a key can't make keys. */
export type Keys = ReturnType<typeof createKeyService>;

export function createKeyService({ store, clock, prefix, touches, events }: KeysOptions) {
  const lastUsed = (row: KeyRow): Timestamp | null => {
    const at = touches.latest(row.id, row.last_used_at);
    return at === null ? null : formatTimestamp(at);
  };

  const settled = (row: KeyRow) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    masked_key: maskKey(row),
    created_at: formatTimestamp(row.created_at),
  });

  return {
    /** @param client The client that asks, for the security events. */
    async create(session: Session, draft: KeyDraft, client?: string): Promise<CreatedKey> {
      const { name, description, site_id: site } = check(keyDraft, draft);
      const { raw, ...kept } = mintKey(prefix);
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
      const rows = await store.read(keysOf(session.scope));
      return rows.map((row) => ({ ...settled(row), last_used_at: lastUsed(row), site_id: row.site_id }));
    },

    /** Deletes a key; the next request that brings it is refused. */
    async delete(session: Session, id: number, client?: string): Promise<void> {
      const key = { account: session.account.id, id };
      const name = (await store.read(keyName(key)))?.name;
      if (name === undefined || !(await store.run(deleteKey, key))) throw new AskwellError('not_found');
      events.record({ kind: 'key_deleted', account: key.account, client, subject: { id, name } });
    },

    /** Those of the account's keys that a scope sees. */
    visibleTo: (scope: Scope): Promise<StampedKeys> => store.read(stampedKeysOf(scope)),

    /** What is told of a key for good; beside it stands when it was last used. */
    settled,

    /** When a key was last used, which is known here before it is stored. */
    lastUsed,
  };
}
