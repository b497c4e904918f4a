/**
 * The right to an account's data, or to one site's part of it. Only authentication grants one, and whatever touches
 * an owner's data demands one, so that scoping can't be forgotten.
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
