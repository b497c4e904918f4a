/**
 * The member of an account object that says which account it is. The symbol is registered, so that two copies of this package
 * accept each other's objects. JSON leaves it out, and a spread copies it.
 */
export const accountKey: unique symbol = Symbol.for('askwell.account');

/** An account as Askwell returned it. Only Askwell creates one. */
export interface AccountObject {
  /** Askwell's number of the account. */
  readonly id: number;
  /** The same number. Distinguishes the object from objects of the host. */
  readonly [accountKey]: number;
}

/** Returns an account object with these members. */
export function toAccountObject<Members extends { readonly id: number }>(members: Members): Members & AccountObject {
  return { ...members, [accountKey]: members.id };
}

/** Returns the number of an account object; undefined for any other value, and if its `id` was changed. */
export function accountOfObject(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !(accountKey in value) || !('id' in value)) return undefined;
  return typeof value[accountKey] === 'number' && value.id === value[accountKey] ? value[accountKey] : undefined;
}
