/**
 * The right to access the data of an account, or of one of its sites. Only authentication grants it, and every operation on the
 * data of an owner requires it, so that the check cannot be forgotten.
 */
export class Scope {
  /** Makes the type nominal: an object of the same shape is no Scope. */
  declare private readonly granted: true;

  private constructor(
    readonly account: number,
    readonly site: number | null,
  ) {
    Object.freeze(this);
  }

  /** For `auth/` alone, after a key or a session was verified. */
  static grant(account: number, site: number | null): Scope {
    return new Scope(account, site);
  }
}
