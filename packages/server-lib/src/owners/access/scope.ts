import type { EditorRules } from './editor-rules.js';

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
    /** What the scope allows to create and change. Null: everything. */
    readonly rules: EditorRules | null,
  ) {
    Object.freeze(this);
  }

  /** Only for code that has verified a key or a session, or that the host calls in process. */
  static grant(account: number, site: number | null, rules: EditorRules | null = null): Scope {
    return new Scope(account, site, rules);
  }
}
