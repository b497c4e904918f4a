import { invalidField } from '../../base/faults/invalid-field.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { commonPasswords } from './common-passwords.js';

/** The owner of a password. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string | null;
}

/**
 * Returns why a password is easy to guess; undefined if it is accepted. It must not be a common password, the owner's name
 * or email, or a part of these. Case and trailing digits are ignored.
 */
export function findPasswordWeakness(password: string, { name, email }: PasswordOwner): Fault | undefined {
  const folded = fold(password);
  if (commonPasswords.has(folded) || commonPasswords.has(removeTrailingDigits(folded))) {
    return fault('common_password');
  }
  if ([...partsOf(fold(name)), ...partsOf(fold(email ?? ''))].some((part) => isSimilar(folded, part))) {
    return fault('password_like_owner');
  }
  return undefined;
}

/** Throws a validation error of the field `field` if a password is easy to guess. */
export function requireStrongPassword(password: string, owner: PasswordOwner, field: string): void {
  const weakness = findPasswordWeakness(password, owner);
  if (weakness !== undefined) throw invalidField(field, weakness);
}

function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** Returns a text and its words. For an email, also the local part, the domain, and the domain without its ending. */
function partsOf(text: string): string[] {
  const [local = '', domain = ''] = text.split('@');
  return [text, local, domain, domain.replace(/\.[^.]*$/, ''), ...text.split(separators)];
}

const separators = /[\s._+@-]+/;

function isSimilar(password: string, part: string): boolean {
  const [joined, joinedPart] = [removeSeparators(password), removeSeparators(part)];
  const word = removeTrailingDigits(joined);
  return joined !== '' && (joined === joinedPart || (word !== '' && word === removeTrailingDigits(joinedPart)));
}

function removeSeparators(text: string): string {
  return text.split(separators).join('');
}

function removeTrailingDigits(text: string): string {
  return text.replace(/\d+$/, '');
}
