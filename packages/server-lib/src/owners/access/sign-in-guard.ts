import type { CreateThrottle } from './failure-throttle.js';
import { signInsPerClient, signInWindow, wrongPasswords } from './limits.js';
import type { PasswordGuard } from './password.js';

/** An attempt to sign in. */
export interface SignInAttempt {
  /** The folded email. */
  readonly email: string;
  /** The key of the client's address. */
  readonly client: string;
  /** The ID of the browser, if the account has signed in there before. */
  readonly knownBrowser: string | undefined;
}

/** Limits how many passwords can be tried. */
export interface SignInGuard {
  /**
   * Counts a sign-in of a client, successful or not.
   *
   * @throws AskwellError with the code `rate_limited` after too many sign-ins.
   */
  admitClient(client: string): Promise<void>;
  /** Returns a guard that limits wrong passwords at `/login`. */
  forSignIn(attempt: SignInAttempt): PasswordGuard;
  /** Returns a guard that limits wrong passwords in a session that has to confirm its password. */
  forSession(session: string): PasswordGuard;
}

/**
 * Counts wrong passwords per account and client together, so that other clients cannot lock an owner out. The count per
 * account over all clients stops attacks from many clients. It does not apply to browsers in which the account has signed in
 * before.
 */
export function createSignInGuard(createThrottle: CreateThrottle): SignInGuard {
  const throttle = (name: string, limit: number) => createThrottle(name, { limit, seconds: signInWindow });
  const byClient = throttle('sign-ins by client', signInsPerClient);
  const failedByBrowser = throttle('passwords by browser', wrongPasswords.perBrowser);
  const failedBySession = throttle('passwords by session', wrongPasswords.perSession);
  const failedByAccountAndClient = throttle('passwords by account and client', wrongPasswords.perAccountAndClient);
  const failedByClient = throttle('passwords by client', wrongPasswords.perClient);
  const failedByAccount = throttle('passwords by account', wrongPasswords.perAccount);

  return {
    admitClient: (client) => byClient.count(client),

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
