import { AskwellError } from '../../base/errors.js';
import type { Store } from '../../db/store.js';
import type { KnownBrowsers } from '../access/known-browsers.js';
import { verifyPassword } from '../access/password.js';
import type { SignInGuard } from '../access/sign-in-guard.js';
import type { EventKind } from '../security-events/event-kinds.js';
import type { SecurityEvents } from '../security-events/security-events.js';
import { type AccountRow, selectAccountByEmail } from './account-queries.js';
import { type Credentials, foldEmail } from './registration-schema.js';

/** The client that signs in. */
export interface SignInClient {
  /** The key of its address. */
  readonly client: string;
  /** Its `Cookie` header, which contains the cookie of a known browser. */
  readonly cookies?: string | undefined;
}

/** Verifies an email and a password. Returns null for wrong ones, without revealing which of the two is wrong. */
export type PasswordSignIn = (credentials: Credentials, client: SignInClient) => Promise<AccountRow | null>;

export interface PasswordSignInOptions {
  readonly store: Store;
  readonly guard: SignInGuard;
  readonly knownBrowsers: KnownBrowsers;
  readonly events: SecurityEvents;
}

export function createPasswordSignIn({ store, guard, knownBrowsers, events }: PasswordSignInOptions): PasswordSignIn {
  return async ({ email, password }, { client, cookies }) => {
    const record = (kind: EventKind, account?: AccountRow) => events.record({ kind, account: account?.id, client });
    await reportThrottled(guard.admitClient(client), () => record('sign_in_throttled'));
    const emailFolded = foldEmail(email);
    const account = await store.read(selectAccountByEmail(emailFolded));
    // Also without an account, so that the response time does not reveal whether there is one.
    const knownBrowser = knownBrowsers.findId(cookies, account?.id ?? 0);
    const passwordGuard = guard.forSignIn({ email: emailFolded, client, knownBrowser });
    const verified = verifyPassword(password, account?.password ?? null, client, passwordGuard);
    const isRight = await reportThrottled(verified, () => record('sign_in_throttled', account));
    record(isRight ? 'signed_in' : 'sign_in_failed', account);
    return isRight && account ? account : null;
  };
}

/** Calls `report` if an attempt is refused after too many attempts. */
async function reportThrottled<Result>(attempt: Promise<Result>, report: () => void): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof AskwellError && error.code === 'rate_limited') report();
    throw error;
  }
}
