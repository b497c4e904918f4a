import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { toHex } from '../../base/crypto/hex.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import {
  deleteResultLink,
  type ResultLinkRow,
  saveResultLink,
  selectLinkedAsk,
  selectResultLink,
} from './link-queries.js';

const nonceBytes = 16;
const linkErrors = {
  unknown: 'not_found',
  stale: 'precondition_failed',
  mismatch: 'idempotency_mismatch',
} as const;

const tokenPattern = /^[0-9a-f]{32}$/;

interface ResultLinksOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
}

/** The conditions of a request that changes a link. */
export interface LinkRequest {
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion?: number | null;
  readonly idempotency?: IdempotentRequest | null;
}

/** Creates, finds and withdraws the links that show results to anyone. */
export function createResultLinks({ store, clock, secret }: ResultLinksOptions) {
  const tokenOf = (ask: number, nonce: Uint8Array) =>
    shortHmac(secret.key, `askwell result link ${ask} ${toHex(nonce)}`);

  /** Returns the token of a link. Null after the secret has changed. */
  function tokenOfRow(ask: number, { nonce, token_hash }: ResultLinkRow): string | null {
    const token = tokenOf(ask, nonce);
    return sha256(token).equals(token_hash) ? token : null;
  }

  /** Returns the token of an ask. Null without a link, and after the secret has changed. */
  async function find(ask: number): Promise<string | null> {
    const row = await store.read(selectResultLink(ask));
    return row ? tokenOfRow(ask, row) : null;
  }

  return {
    find,

    /**
     * Creates the link of an ask, unless it has one.
     *
     * @throws AskwellError if the account does not own the ask, or the ask has another version than `onlyVersion`.
     */
    async create(
      { account }: Scope,
      ask: number,
      { onlyVersion = null, idempotency = null }: LinkRequest = {},
    ): Promise<{ readonly replayed: boolean }> {
      const earlier = await store.read(selectResultLink(ask));
      const replaced = earlier && tokenOfRow(ask, earlier) === null ? earlier.nonce : null;
      const nonce = randomBytes(nonceBytes);
      const link = { nonce, token_hash: sha256(tokenOf(ask, nonce)), replaced, at: clock.now() };
      const outcome = await store.run(saveResultLink, { account, ask, onlyVersion, idempotency, ...link });
      if ('refused' in outcome) throw new AskwellError(linkErrors[outcome.refused]);
      return { replayed: outcome.replayed ?? false };
    },

    /**
     * Deletes the link of an ask. Its token never works again.
     *
     * @throws AskwellError if the account does not own the ask, or the ask has another version than `onlyVersion`.
     */
    async withdraw({ account }: Scope, ask: number, { onlyVersion = null }: LinkRequest = {}): Promise<void> {
      const outcome = await store.run(deleteResultLink, { account, ask, onlyVersion });
      if (outcome !== 'deleted') throw new AskwellError(linkErrors[outcome]);
    },

    /** Returns the ask of a token. After the secret has changed, earlier tokens do not work. */
    async resolve(token: string): Promise<{ seq: number; kind: AskKind } | undefined> {
      const linked = tokenPattern.test(token) ? await store.read(selectLinkedAsk(sha256(token))) : undefined;
      return linked && tokenOf(linked.seq, linked.nonce) === token ? linked : undefined;
    },
  };
}
