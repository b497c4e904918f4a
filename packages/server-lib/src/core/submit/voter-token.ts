import { createHmac, timingSafeEqual } from 'node:crypto';
import { tryCheck } from '../../base/validation/check.js';
import { externalIdSchema } from '../../owners/accounts/host-user.js';

/**
 * Returns the text that identifies a user of the host as one visitor of asks that recognize browsers. It is a keyed hash, so that a
 * browser cannot guess the text of another user.
 */
export function voterOfUser(key: Buffer, user: string): string {
  return createHmac('sha256', key).update(`host visitor\0${user}`).digest('base64url');
}

/** Returns the signed `voter` of a user of the host: the ID and its keyed hash. */
export function signVoter(key: Buffer, user: string): string {
  return `${Buffer.from(user).toString('base64url')}.${voterOfUser(key, user)}`;
}

/** A user ID in base64url, and its HMAC-SHA-256. */
const signedVoter = /^([\w-]{2,1020})\.([\w-]{43})$/;

/** Returns whether a `voter` has the form of a signed one, whose signature may be invalid. */
export function hasSignature(voter: unknown): boolean {
  return typeof voter === 'string' && signedVoter.test(voter);
}

/** Returns the user that a signed `voter` names. Undefined if the text has another form. Null if the signature is invalid. */
export function verifyVoter(key: Buffer, voter: string): string | null | undefined {
  const [, id, signature] = signedVoter.exec(voter) ?? [];
  if (id === undefined || signature === undefined) return undefined;
  const user = Buffer.from(id, 'base64url').toString();
  const [expected, sent] = [Buffer.from(voterOfUser(key, user)), Buffer.from(signature)];
  const isValid = expected.length === sent.length && timingSafeEqual(expected, sent);
  return isValid && tryCheck(externalIdSchema, user).success ? user : null;
}
