import { type AccountObject, toAccountObject } from './account-object.js';
import type { EditorRules } from './editor-rules.js';
import { Scope } from './scope.js';

/**
 * An owner who is signed in. Only {@link Auth.session} creates one, from a session cookie or from the host's own sign-in.
 * Operations on API keys require one.
 */
export class Session {
  /** Makes the type nominal: an object with the same members is not a Session. */
  declare private readonly verified: true;

  private constructor(
    /** The account of the owner, which in-process calls accept. */
    readonly account: AccountObject & { readonly name: string; readonly email: string | null },
    /** The ID of the session; null if the host signed the owner in. */
    readonly id: number | null,
    readonly scope: Scope,
    /** Whether the host app says who the owner is, at each request or with a link. The owner then has no password here. */
    readonly isOfHost: boolean,
  ) {}

  /**
   * Only for code that has verified a session cookie or the host's user.
   *
   * @param rules What the host allows its users.
   */
  static verify(
    account: { id: number; name: string; email: string | null },
    id: number | null,
    isOfHost = id === null,
    rules: EditorRules | null = null,
  ): Session {
    const { id: accountId, name, email } = account;
    const scope = Scope.grant(accountId, null, isOfHost ? rules : null);
    return new Session(toAccountObject({ id: accountId, name, email }), id, scope, isOfHost);
  }
}
