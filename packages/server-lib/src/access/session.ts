import { Scope } from './scope.js';

/**
 * A logged-in owner, verified. Only {@link Auth.session} makes one, from a session cookie or from the host's own
 * login; what manages keys demands one.
 */
export class Session {
  /** Makes the type nominal: an object of the same shape is no Session. */
  declare private readonly verified: true;

  private constructor(
    readonly account: { readonly id: number; readonly name: string; readonly email: string },
    /** The session's id; null for a login of the host's. */
    readonly id: number | null,
    readonly scope: Scope,
  ) {}

  /** For `auth/` alone. */
  static verify(account: { id: number; name: string; email: string }, id: number | null): Session {
    const { id: accountId, name, email } = account;
    return new Session({ id: accountId, name, email }, id, Scope.grant(accountId, null));
  }
}
