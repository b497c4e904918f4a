import { type Fault, fault } from '../faults/fault.js';
import { commonPasswords } from './common-passwords.js';

/** Whose password it is. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

/**
 * Returns why a password is too easy to guess, or undefined if it is not known to be. It may not be a common password, the
 * owner's name or email, or a part of these. Case and digits at the end make no difference.
 */
export function findPasswordWeakness(password: string, { name, email }: PasswordOwner): Fault | undefined {
  const folded = fold(password);
  if (commonPasswords.has(folded) || commonPasswords.has(removeTrailingDigits(folded))) {
    return fault('common_password');
  }
  if ([...partsOf(fold(name)), ...partsOf(fold(email))].some((part) => isSimilar(folded, part))) {
    return fault('password_like_owner');
  }
  return undefined;
}

function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** The whole and its words; of an email also what stands before and after the `@`, and the domain without its ending. */
function partsOf(text: string): string[] {
  const [local = '', domain = ''] = text.split('@');
  return [text, local, domain, domain.replace(/\.[^.]*$/, ''), ...text.split(separators)];
}

const separators = /[\s._+@-]+/;

function isSimilar(password: string, part: string): boolean {
  const [one, other] = [removeSeparators(password), removeSeparators(part)];
  return (
    one !== '' &&
    (one === other || (removeTrailingDigits(one) !== '' && removeTrailingDigits(one) === removeTrailingDigits(other)))
  );
}

function removeSeparators(text: string): string {
  return text.split(separators).join('');
}

function removeTrailingDigits(text: string): string {
  return text.replace(/\d+$/, '');
}
