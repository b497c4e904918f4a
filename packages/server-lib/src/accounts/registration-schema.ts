import { z } from 'zod';
import { fault } from '../faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { countCodePoints, isStorable, requiredText } from '../validation/text.js';

const shortestPassword = 8;
const longestPassword = 200;
const longestEmail = 254;

export const email = requiredText(longestEmail).check((context) => {
  if (context.value !== '' && !z.regexes.html5Email.test(context.value)) {
    context.issues.push({
      code: 'custom',
      message: faultMessage(fault('invalid_email')),
      input: context.value,
    });
  }
});

/** Any characters but what can't be stored; spaces count, also at the ends. */
export const newPassword = z.string().check((context) => {
  const { value } = context;
  const length = countCodePoints(value);
  const found = !isStorable(value)
    ? fault('invalid_characters')
    : length < shortestPassword
      ? fault('too_short', { min: shortestPassword })
      : length > longestPassword
        ? fault('too_long', { max: longestPassword })
        : undefined;
  if (found) context.issues.push({ code: 'custom', message: faultMessage(found), input: value });
});

export const registration = z.strictObject({ name: requiredText(100), email, password: newPassword });
export type Registration = z.infer<typeof registration>;

/** A login checks nothing but that there is something to check. */
export const login = z.strictObject({ email: z.string(), password: z.string() });
export type Login = z.infer<typeof login>;

/** Addresses that differ by case alone are one. */
export function foldEmail(address: string): string {
  return address.trim().toLowerCase();
}
