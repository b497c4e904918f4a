import type { Clock, Micros } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import type { Store } from '../../db/store.js';
import { generateSessionToken, isSessionToken } from '../access/session-token.js';
import { createSignInLink, type SignInLinkRow, selectSignInLink, takeSignInLink } from './link-queries.js';

/** How long a link works, in seconds. */
export const signInLinkSeconds = 5 * 60;

/** A link that works. */
export interface SignInLink {
  readonly account: number;
  /** The path that it leads to; null for the dashboard. */
  readonly next: string | null;
}

/** Creates and takes links with which the host app signs a user in once. The database only has a hash of their tokens. */
export type SignInLinks = ReturnType<typeof createSignInLinks>;

export function createSignInLinks({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  const lifetime: Micros = signInLinkSeconds * 1_000_000;

  return {
    /** Creates a link and returns its token. */
    async create(account: number, next: string | null): Promise<string> {
      const token = generateSessionToken();
      const at = clock.now();
      await store.run(createSignInLink, { account, tokenHash: sha256(token), next, at, expiresAt: at + lifetime });
      return token;
    },

    /** Returns the link of a token without using it; undefined if it does not work. */
    async find(token: string): Promise<SignInLinkRow | undefined> {
      return isSessionToken(token) ? store.read(selectSignInLink(sha256(token), clock.now())) : undefined;
    },

    /** Uses up the link of a token; undefined if it does not work. */
    async take(token: string): Promise<SignInLink | undefined> {
      if (!isSessionToken(token)) return undefined;
      const taken = await store.run(takeSignInLink, { tokenHash: sha256(token), now: clock.now() });
      return taken && { account: taken.account_id, next: taken.next };
    },
  };
}
