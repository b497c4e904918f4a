import { z } from 'zod';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { documented } from './documented.js';

/** Counts the code points of a text, so that an emoji of two code units counts as one character. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) at++;
    count++;
  }
  return count;
}

/** Returns whether a text can be stored: it must not contain NUL or unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Returns a schema for a text that is not trimmed, of at most `maxLength` code points.
 *
 * @param invalid The fault of a longer text. Default: that it is too long.
 */
export function rawText(maxLength: number, invalid: Fault = fault('too_long', { max: maxLength })) {
  return z
    .string()
    .check((context) => {
      const { value } = context;
      if (value.length > maxLength && countCodePoints(value) > maxLength) addIssue(context, invalid);
    })
    .register(documented, { maxLength });
}

/** Returns a schema for a trimmed text of at most `maxLength` code points, which may be empty. */
export function text(maxLength: number) {
  return z
    .string()
    .trim()
    .check((context) => {
      const { value } = context;
      if (!isStorable(value)) addIssue(context, fault('invalid_characters'));
      else if (countCodePoints(value) > maxLength) addIssue(context, fault('too_long', { max: maxLength }));
    })
    .register(documented, { maxLength });
}

/** Returns a schema for a trimmed text of 1 to `maxLength` code points. */
export function requiredText(maxLength: number) {
  return text(maxLength)
    .check((context) => {
      if (context.value === '') addIssue(context, fault('required'));
    })
    .register(documented, { minLength: 1 });
}

function addIssue(context: z.core.ParsePayload<string>, problem: Fault): void {
  context.issues.push({ code: 'custom', message: faultMessage(problem), input: context.value });
}
