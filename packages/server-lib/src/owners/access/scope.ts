/**
 * The right to access the data of an account, or of one of its sites. Only authentication grants a scope, and every
 * operation on an owner's data requires one, so that the check cannot be forgotten.
 */
export class Scope {
  /** Makes the type nominal: an object with the same members is not a Scope. */
  declare private readonly granted: true;

  private constructor(
    readonly account: number,
    readonly site: number | null,
  ) {
    Object.freeze(this);
  }

  /** Only for code that has verified a key or a session, or that the host calls in process. */
  static grant(account: number, site: number | null): Scope {
    return new Scope(account, site);
  }
}
