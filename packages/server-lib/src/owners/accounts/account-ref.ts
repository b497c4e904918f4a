import type { CallParameter } from '../../base/validation/call-checks.js';
import { type AccountObject, accountOfObject } from '../access/account-object.js';

/**
 * The account of an in-process call: an object that `accounts` or `auth.session` returned, or the host's own user ID. A
 * number is not accepted: it could be Askwell's number of the account or the host's own ID.
 */
export type AccountRef = string | AccountObject;

/**
 * Askwell's number of an account, for `accounts.get`. It is the only member, so that a user of the host is not mistaken
 * for an account number.
 */
export interface AccountNumber {
  readonly id: number;
}

/** The parameter of in-process calls that names the account. */
export const accountParameter: CallParameter = {
  name: 'account',
  expected: 'an account object or your own user ID as a string',
  accepts: isAccountRef,
  hint: adviceOn,
};

/** The same parameter for `accounts.get`, which also finds an account by its number. */
export const accountOrNumberParameter: CallParameter = {
  ...accountParameter,
  expected: "an account object, your own user ID as a string, or `{ id }` with Askwell's number of the account",
  accepts: (value) => isAccountRef(value) || isAccountNumber(value),
};

function isAccountRef(value: unknown): value is AccountRef {
  return typeof value === 'string' ? value !== '' : accountOfObject(value) !== undefined;
}

/** Returns whether a value has Askwell's number of an account as its only member. */
export function isAccountNumber(value: unknown): value is AccountNumber {
  if (typeof value !== 'object' || value === null || Reflect.ownKeys(value).length !== 1 || !('id' in value))
    return false;
  return typeof value.id === 'number' && Number.isSafeInteger(value.id) && value.id > 0;
}

function adviceOn(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return "A number can be your own user ID or Askwell's number of the account. Pass your own as a string. `askwell.accounts.get({ id })` returns the account with Askwell's.";
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return 'Pass the object that `askwell.accounts` or `askwell.auth.session` returned, or a copy of it by spread with the same `id`. JSON loses what tells it from other objects.';
  }
  return undefined;
}
