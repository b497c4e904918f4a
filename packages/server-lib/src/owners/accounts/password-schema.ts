import { faultMessage } from '../../base/faults/zod-faults.js';
import { countCodePoints, isStorable, rawText } from '../../base/validation/text.js';
import { fault } from '../../shared/faults/fault.js';

const minPasswordLength = 8;
const maxPasswordLength = 200;

/** Validates a new password. All characters that can be stored are allowed, and count. */
export const newPasswordSchema = rawText(maxPasswordLength).check((context) => {
  const { value } = context;
  const length = countCodePoints(value);
  const found = !isStorable(value)
    ? fault('invalid_characters')
    : length < minPasswordLength
      ? fault('too_short', { min: minPasswordLength })
      : undefined;
  if (found) context.issues.push({ code: 'custom', message: faultMessage(found), input: value });
});
