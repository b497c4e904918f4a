import type { Clock } from '../../clock.js';
import { createFailureThrottle } from './failure-throttle.js';
import type { PasswordGuard } from './password.js';

const windowSeconds = 15 * 60;

/** Who tries to sign in. */
export interface SignInAttempt {
  /** The email that was typed, folded. */
  readonly email: string;
  /** The client's address as it is counted. */
  readonly client: string;
  /** The id of the browser, if the account has signed in there before. */
  readonly knownBrowser: string | undefined;
}

/** Bounds how many passwords can be tried. */
export interface SignInGuard {
  /** Counts a sign-in of a client, right or wrong, and refuses it after too many. */
  admitClient(client: string): Promise<void>;
  /** Bounds wrong passwords at `/login`. */
  forSignIn(attempt: SignInAttempt): PasswordGuard;
  /** Bounds wrong passwords in a session that has to confirm its password. */
  forSession(session: string): PasswordGuard;
}

/**
 * Wrong passwords are counted for an account and a client together, so that others cannot lock an owner out. The counts
 * over all clients keep a network of clients from guessing on; they do not apply to browsers that the account has signed in
 * with before.
 */
export function createSignInGuard(clock: Clock): SignInGuard {
  const throttle = (limit: number) => createFailureThrottle({ limit, seconds: windowSeconds }, clock);
  const byClient = throttle(300);
  const failedByBrowser = throttle(10);
  const failedBySession = throttle(10);
  const failedByAccountAndClient = throttle(10);
  const failedByClient = throttle(50);
  const failedByAccount = throttle(100);

  return {
    async admitClient(client) {
      await byClient.admit(client);
      await byClient.count(client);
    },

    forSignIn({ email, client, knownBrowser }) {
      if (knownBrowser !== undefined) return (attempt) => failedByBrowser.attempt(knownBrowser, attempt);
      return (attempt) =>
        failedByAccount.attempt(email, () =>
          failedByAccountAndClient.attempt(`${email}\n${client}`, () => failedByClient.attempt(client, attempt)),
        );
    },

    forSession: (session) => (attempt) => failedBySession.attempt(session, attempt),
  };
}
