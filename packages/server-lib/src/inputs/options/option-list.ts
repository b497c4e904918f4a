import { z } from 'zod';
import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { faultMessage } from '../../faults/zod-faults.js';
import { documented } from '../../validation/documented.js';
import { countCodePoints, requiredText } from '../../validation/text.js';

/** Answers name parts by their ids, and no body may name a member `__proto__`. */
export const idPattern = /^(?!__proto__$)[a-z0-9_-]{1,40}$/;

/** An id the author may give to an option, question or field. */
export const partId = z.string().regex(idPattern, { error: faultMessage(fault('invalid_id')) });

export const label = requiredText(500);

export const maxUrlLength = 2_048;

/** Parsing lets line ends and tabs go without a word, and makes something of any character. */
const forbiddenCharacters = /[\p{Cc}\p{Cs}]/u;

/** Whether a text is a URL that a page may link to or show: http and https alone. */
export function isWebUrl(text: string): boolean {
  return (
    /^https?:\/\//i.test(text) &&
    !forbiddenCharacters.test(text) &&
    countCodePoints(text) <= maxUrlLength &&
    URL.canParse(text)
  );
}

export const webUrl = z
  .string()
  .check((context) => {
    const { value } = context;
    if (!isWebUrl(value))
      context.issues.push({
        code: 'custom',
        message: faultMessage(fault('invalid_url')),
        input: value,
      });
  })
  .register(documented, { pattern: '^[hH][tT][tT][pP][sS]?://', maxLength: maxUrlLength });

/** Something the author lists and answers name by its id. */
export interface ItemWithId {
  readonly id: string;
}

/**
 * Gives each part without an id one that was never used in this ask: `o1`, `o2` … `next` is the number to try first,
 * and what is returned comes after the last one used.
 */
export function assignIds<Draft extends { id?: string | undefined }>(
  drafts: readonly Draft[],
  letter: string,
  next: number,
  path: string,
  faults: Faults,
): { items: (Draft & ItemWithId)[]; next: number } {
  const taken = new Set<string>();
  drafts.forEach(({ id }, at) => {
    if (id === undefined) return;
    if (taken.has(id)) faults.add(`${path}.${at}.id`, fault('duplicate_id', { id }));
    taken.add(id);
  });
  let number = highestNumber(taken, letter, next);
  const items = drafts.map((draft) => ({ ...draft, id: draft.id ?? `${letter}${number++}` }));
  return { items, next: number };
}

/** Past every generated-looking id that stands, so that an author's `o7` is not met again. */
function highestNumber(taken: Iterable<string>, letter: string, next: number): number {
  let highest = next;
  for (const id of taken) {
    const number =
      id.startsWith(letter) && /^\d{1,9}$/.test(id.slice(letter.length)) ? Number(id.slice(letter.length)) : 0;
    highest = Math.max(highest, number + 1);
  }
  return highest;
}
