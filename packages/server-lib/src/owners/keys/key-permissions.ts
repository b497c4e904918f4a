import { AskwellError } from '../../base/errors.js';

/** The permissions of an API key: everything, only read, or read everything and write answers. */
export const keyPermissions = ['all', 'read', 'answers'] as const;

export type KeyPermissions = (typeof keyPermissions)[number];

/** The effect of an operation of the API. `write` is everything that is neither a read nor a change of answers. */
export type OperationEffect = 'read' | 'write_answers' | 'write';

const allowedEffects: Readonly<Record<KeyPermissions, readonly OperationEffect[]>> = {
  all: ['read', 'write_answers', 'write'],
  read: ['read'],
  answers: ['read', 'write_answers'],
};

const refusals: Readonly<Record<KeyPermissions, string>> = {
  all: 'This API key cannot do this.',
  read: 'This API key can only read. Use a key with full access.',
  answers: 'This API key can only read, and change answers. Use a key with full access.',
};

/** Returns whether a key can perform an operation. */
export function isPermitted(permissions: KeyPermissions, effect: OperationEffect): boolean {
  return allowedEffects[permissions].includes(effect);
}

/**
 * Checks that a key can perform an operation.
 *
 * @throws AskwellError with the code `forbidden`.
 */
export function requirePermission(permissions: KeyPermissions, effect: OperationEffect): void {
  if (!isPermitted(permissions, effect)) throw new AskwellError('forbidden', refusals[permissions]);
}
