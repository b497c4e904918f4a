import type { Clock, Micros } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { AskwellError } from '../../base/errors.js';
import type { LastUsedTimes } from '../../db/last-used-times.js';
import type { Store } from '../../db/store.js';
import { describeUserAgent } from '../access/describe-user-agent.js';
import type { EditorRules } from '../access/editor-rules.js';
import { Session } from '../access/session.js';
import {
  closeSession,
  openSession,
  revokeOtherSessions,
  revokeSession,
  type SessionRow,
  selectSessionByToken,
  selectSessions,
} from '../access/session-queries.js';
import { generateSessionToken, isSessionToken } from '../access/session-token.js';
import { selectAccountById } from './account-queries.js';
import { maxSessionAge, sessionIdleTimeout } from './limits.js';

/** The resolution of the stored time of the last use. */
const touchInterval: Micros = 60 * 1_000_000;

/** The `Max-Age` of the session cookie, in seconds. */
export const sessionCookieMaxAge = maxSessionAge / 1_000_000;

/** How the owner of a new session was recognized. */
export interface SessionOpening {
  /**
   * The stored password that the sign-in was verified with. If it was changed in the meantime, no session is opened, since the old
   * password must not be accepted any more.
   */
  readonly verifiedPassword?: string | null;
  /** Whether the owner has used a link of the host app. */
  readonly byLink?: boolean;
}

/** Manages the sessions of browsers. A session is identified by a token, of which only the hash is stored. */
export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({
  store,
  clock,
  touches,
  rules,
}: {
  store: Store;
  clock: Clock;
  touches: LastUsedTimes;
  /** What the host allows its users. */
  rules: EditorRules | null;
}) {
  const hashOf = (token: string | undefined) => (token !== undefined && isSessionToken(token) ? sha256(token) : null);

  function isActive(row: SessionRow, now: Micros): boolean {
    return (
      now - row.created_at < maxSessionAge && now - (touches.latest(row.id, row.seen_at) ?? 0) < sessionIdleTimeout
    );
  }

  return {
    /**
     * Opens a session and returns its token.
     *
     * @param replaces The token of the previous session in the same browser, which ends.
     * @throws AskwellError with the code `conflict` if the account was closed or its password changed.
     */
    async open(
      account: number,
      userAgent: string | undefined,
      replaces: string | undefined,
      { verifiedPassword = null, byLink = false }: SessionOpening = {},
    ): Promise<string> {
      const token = generateSessionToken();
      const at = clock.now();
      const opened = await store.run(openSession, {
        account,
        expectedPassword: verifiedPassword,
        tokenHash: sha256(token),
        agent: describeUserAgent(userAgent),
        byLink,
        at,
        replaces: hashOf(replaces),
        idleSince: at - sessionIdleTimeout,
        openedSince: at - maxSessionAge,
      });
      if (!opened) throw new AskwellError('conflict', 'Your account changed while you were signing in. Sign in again.');
      return token;
    },

    /** Returns the session of a token; null if the token is missing or invalid or the session has expired. */
    async verify(token: string | undefined): Promise<Session | null> {
      const tokenHash = hashOf(token);
      const row = tokenHash && (await store.read(selectSessionByToken(tokenHash)));
      const now = clock.now();
      if (!row || !isActive(row, now)) return null;
      const account = await store.read(selectAccountById(row.account_id));
      if (!account) return null;
      if (now - (touches.latest(row.id, row.seen_at) ?? 0) > touchInterval) touches.touch(row.id, now);
      return Session.verify(account, row.id, row.by_link === 1, rules);
    },

    /** Ends the session of a token. */
    async close(token: string | undefined): Promise<void> {
      const tokenHash = hashOf(token);
      if (tokenHash) await store.run(closeSession, { tokenHash });
    },

    /** Returns the active sessions of an account, most recently used first. */
    async list(account: number): Promise<SessionRow[]> {
      const now = clock.now();
      const rows = await store.read(selectSessions(account));
      return rows
        .filter((row) => isActive(row, now))
        .map((row) => ({ ...row, seen_at: touches.latest(row.id, row.seen_at) ?? row.seen_at }));
    },

    /** Ends another session of the same account. */
    async revoke(session: Session, id: number): Promise<void> {
      await store.run(revokeSession, { account: session.account.id, id });
    },

    /** Ends all other sessions of the same account. */
    async revokeOthers(session: Session): Promise<void> {
      await store.run(revokeOtherSessions, { account: session.account.id, keep: session.id ?? 0 });
    },
  };
}
