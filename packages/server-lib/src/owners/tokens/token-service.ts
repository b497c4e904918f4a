import { type Clock, formatTimestamp } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { AskwellError } from '../../base/errors.js';
import type { Store } from '../../db/store.js';
import type { Timestamp } from '../../shared/contract/resources.js';
import { type EditorRules, narrowRules, toEditorRules } from '../access/editor-rules.js';
import { Scope } from '../access/scope.js';
import { generateSecret, hasChecksum } from '../keys/key-format.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import type { TokenAccess } from './token-access.js';
import { createToken, deleteToken, selectEditorTokens, selectToken } from './token-queries.js';

/** The start of each token. No API key begins with it. */
export const tokenPrefix = 'askwell_token_';

const tokenPattern = /^askwell_token_[0-9A-Za-z]{40}$/;

/** A new token. */
export interface CreatedToken {
  readonly id: number;
  /** The token. It is not stored and cannot be shown again. */
  readonly raw: string;
  readonly expires_at: Timestamp;
}

/** A token that works. */
export interface OwnedToken extends TokenAccess {
  readonly id: number;
  readonly created_at: Timestamp;
  readonly expires_at: Timestamp;
}

/** The holder of a token. */
export interface TokenHolder {
  readonly scope: Scope;
  readonly access: TokenAccess;
}

/** Manages tokens with which pages of the host edit asks. They work on no route of the API. */
export type TokenService = ReturnType<typeof createTokenService>;

export function createTokenService({
  store,
  clock,
  events,
  rules,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: SecurityEvents;
  /** What the host allows its users. A token narrows it. */
  readonly rules: EditorRules | null;
}) {
  const parse = (access: string): TokenAccess => JSON.parse(access);

  return {
    /** @throws AskwellError with the code `not_found` if the account was deleted. */
    async create({ account }: Scope, access: TokenAccess, seconds: number): Promise<CreatedToken> {
      const raw = generateSecret(tokenPrefix);
      const at = clock.now();
      const expiresAt = at + seconds * 1_000_000;
      const input = { account, tokenHash: sha256(raw), access: JSON.stringify(access), at, expiresAt };
      const id = await store.run(createToken, input);
      if (id === null) throw new AskwellError('not_found', 'Account not found.');
      events.record({ kind: 'token_created', account, subject: { id, name: access.can.join(', ') } });
      return { id, raw, expires_at: formatTimestamp(expiresAt) };
    },

    /** Returns the tokens of an account that work, oldest first. */
    async list({ account }: Scope): Promise<OwnedToken[]> {
      const rows = await store.read(selectEditorTokens(account, clock.now()));
      return rows.map(({ id, access, created_at, expires_at }) => ({
        id,
        ...parse(access),
        created_at: formatTimestamp(created_at),
        expires_at: formatTimestamp(expires_at),
      }));
    },

    /**
     * Deletes a token. The next request with it is refused.
     *
     * @throws AskwellError with the code `not_found` if the account has no such token.
     */
    async revoke({ account }: Scope, id: number): Promise<void> {
      if (!(await store.run(deleteToken, { account, id }))) throw new AskwellError('not_found');
      events.record({ kind: 'token_revoked', account, subject: { id, name: '' } });
    },

    /** Returns the holder of a token. Null if it is invalid, expired or revoked. Reads the database for each request. */
    async find(raw: string): Promise<TokenHolder | null> {
      if (!tokenPattern.test(raw) || !hasChecksum(raw)) return null;
      const row = await store.read(selectToken(sha256(raw), clock.now()));
      if (!row) return null;
      const access = parse(row.access);
      return { scope: Scope.grant(row.account_id, null, narrowRules(rules, toEditorRules(access))), access };
    },
  };
}
