import { randomBytes } from 'node:crypto';

/** Returns the name of a new state of a working copy. */
export function newRevision(): string {
  return `r${randomBytes(9).toString('base64url')}`;
}
