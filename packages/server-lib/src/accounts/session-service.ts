import { describeUserAgent } from '../access/describe-user-agent.js';
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
import type { Clock, Micros } from '../clock.js';
import { sha256 } from '../crypto/hash.js';
import { AskwellError } from '../errors.js';
import type { LastUsedTimes } from '../store/last-used-times.js';
import type { Store } from '../store/store.js';
import { selectAccountById } from './account-queries.js';

const day: Micros = 24 * 3600 * 1_000_000;
/** A session ends when it was not used for so long, and in any case some time after the login. */
const idleTimeout = 14 * day;
const maxAge = 90 * day;
/** A session's last use is kept no finer than this. */
const touchInterval: Micros = 60 * 1_000_000;

/** How long a browser keeps the cookie. */
export const sessionCookieMaxAge = maxAge / 1_000_000;

/** Opens, finds and ends the sessions of signed-in browsers. Only the hash of a session token is stored. */
export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({
  store,
  clock,
  touches,
}: {
  store: Store;
  clock: Clock;
  touches: LastUsedTimes;
}) {
  const hashOf = (token: string | undefined) => (token !== undefined && isSessionToken(token) ? sha256(token) : null);

  function isActive(row: SessionRow, now: Micros): boolean {
    return now - row.created_at < maxAge && now - (touches.latest(row.id, row.seen_at) ?? 0) < idleTimeout;
  }

  return {
    /**
     * Opens a session and returns its token; one that the same browser held before ends. `proof` is the stored password
     * that a login was checked against: it must still stand, or an old password could outlive its change.
     */
    async open(
      account: number,
      userAgent: string | undefined,
      replaces: string | undefined,
      proof: string | null = null,
    ): Promise<string> {
      const token = generateSessionToken();
      const at = clock.now();
      const opened = await store.run(openSession, {
        account,
        expectedPassword: proof,
        tokenHash: sha256(token),
        agent: describeUserAgent(userAgent),
        at,
        replaces: hashOf(replaces),
        idleSince: at - idleTimeout,
        openedSince: at - maxAge,
      });
      if (!opened) throw new AskwellError('conflict', 'Your account changed while you were signing in. Sign in again.');
      return token;
    },

    async verify(token: string | undefined): Promise<Session | null> {
      const tokenHash = hashOf(token);
      const row = tokenHash && (await store.read(selectSessionByToken(tokenHash)));
      const now = clock.now();
      if (!row || !isActive(row, now)) return null;
      const account = await store.read(selectAccountById(row.account_id));
      if (!account) return null;
      if (now - (touches.latest(row.id, row.seen_at) ?? 0) > touchInterval) touches.touch(row.id, now);
      return Session.verify(account, row.id);
    },

    async close(token: string | undefined): Promise<void> {
      const tokenHash = hashOf(token);
      if (tokenHash) await store.run(closeSession, { tokenHash });
    },

    /** The account's living sessions, the one used last first. */
    async list(account: number): Promise<SessionRow[]> {
      const now = clock.now();
      const rows = await store.read(selectSessions(account));
      return rows
        .filter((row) => isActive(row, now))
        .map((row) => ({ ...row, seen_at: touches.latest(row.id, row.seen_at) ?? row.seen_at }));
    },

    async revoke(session: Session, id: number): Promise<void> {
      await store.run(revokeSession, { account: session.account.id, id });
    },

    async revokeOthers(session: Session): Promise<void> {
      await store.run(revokeOtherSessions, { account: session.account.id, keep: session.id ?? 0 });
    },
  };
}
