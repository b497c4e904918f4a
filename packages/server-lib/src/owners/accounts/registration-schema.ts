import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { rawText, requiredText } from '../../base/validation/text.js';
import { dashboardFormLimit } from '../../http/limits.js';
import { fault } from '../../shared/faults/fault.js';
import { newPasswordSchema } from './password-schema.js';

const maxEmailLength = 254;

export const email = requiredText(maxEmailLength).check((context) => {
  if (context.value !== '' && !z.regexes.html5Email.test(context.value)) {
    context.issues.push({
      code: 'custom',
      message: faultMessage(fault('invalid_email')),
      input: context.value,
    });
  }
});

export const registrationSchema = z.strictObject({ name: requiredText(100), email, password: newPasswordSchema });
export type Registration = z.infer<typeof registrationSchema>;

/** The maximum length of a text that is only compared. A form of the dashboard is not longer. */
const maxCredentialLength = dashboardFormLimit;

/** Validates the credentials of a sign-in. Accepts any text, since it is only compared. */
export const credentialsSchema = z.strictObject({
  email: rawText(maxCredentialLength),
  password: rawText(maxCredentialLength),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** Returns an email address in the form that must be unique: lower case, without spaces at the ends. */
export function foldEmail(address: string): string {
  return address.trim().toLowerCase();
}
