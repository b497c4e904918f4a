import { z } from 'zod';
import type { Faults } from '../../base/faults/faults.js';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { translatable } from '../../base/validation/documented.js';
import { requiredText } from '../../base/validation/text.js';
import { withMembers } from '../../base/with-members.js';
import { fault } from '../../shared/faults/fault.js';

/** The format of IDs. Excludes `__proto__`, because answers use IDs as member names. */
export const idPattern = /^(?!__proto__$)[a-z0-9_-]{1,40}$/;

/** The maximum length of an ID. */
export const maxIdLength = 40;

/** Validates the ID that an author gives to an option, question or field. */
export const partId = z.string().regex(idPattern, { error: faultMessage(fault('invalid_id')) });

export const label = translatable(requiredText(500));

/** An item that answers refer to by its ID. */
export interface ItemWithId {
  readonly id: string;
}

/** Returns the IDs of items, to look up many of them. */
export function idsOf(items: readonly ItemWithId[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

/**
 * Assigns IDs such as `o1`, `o2` to items without one. They are never used again within the ask.
 *
 * @param next The number of the next generated ID.
 * @returns The items, and the `next` for the next call.
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
  const items = drafts.map((draft) => withMembers(draft, { id: draft.id ?? `${letter}${number++}` }));
  return { items, next: number };
}

/** Returns a number above every ID in the generated format, so that an author's `o7` is not assigned again. */
function highestNumber(taken: Iterable<string>, letter: string, next: number): number {
  let highest = next;
  for (const id of taken) {
    const number = id.startsWith(letter) ? id.slice(letter.length) : '';
    if (/^\d{1,9}$/.test(number)) highest = Math.max(highest, Number(number) + 1);
  }
  return highest;
}
