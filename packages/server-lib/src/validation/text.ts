import { z } from 'zod';
import { type Fault, fault } from '../faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { documented } from './documented.js';

/** Characters as people count them: an emoji of two code units is one. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) at++;
    count++;
  }
  return count;
}

/** The text, cut where it is longer than so many code points. */
export function truncate(text: string, longest: number): string {
  return countCodePoints(text) <= longest ? text : `${[...text].slice(0, longest - 1).join('')}…`;
}

/** What no database or page should ever hold: NUL and halves of surrogate pairs. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Text of at most `longest` code points, trimmed; it may be empty. */
export function text(longest: number) {
  return z
    .string()
    .trim()
    .check((context) => {
      const { value } = context;
      if (!isStorable(value)) refuse(context, fault('invalid_characters'));
      else if (countCodePoints(value) > longest) refuse(context, fault('too_long', { max: longest }));
    })
    .register(documented, { maxLength: longest });
}

/** Text that can't be left empty. */
export function requiredText(longest: number) {
  return text(longest)
    .check((context) => {
      if (context.value === '') refuse(context, fault('required'));
    })
    .register(documented, { minLength: 1 });
}

function refuse(context: z.core.ParsePayload<string>, found: Fault): void {
  context.issues.push({ code: 'custom', message: faultMessage(found), input: context.value });
}
