import { AskwellError } from '../../base/errors.js';
import { isObject } from '../../base/validation/objects.js';

/** The most members and items of a message, without those within the arguments of a tool. */
const maxValues = 1_000;

/**
 * Checks how many values a message has before the SDK checks what they are: the schemas of the SDK have no maxima, and find a fault for
 * each item of a list. Only the arguments of a tool can be as large as a body, because the SDK leaves them to the operation.
 *
 * @throws AskwellError with the code `too_large`.
 */
export function requireBounded(message: unknown): void {
  const args = isObject(message) && isObject(message['params']) ? message['params']['arguments'] : undefined;
  let count = 0;
  const countIn = (value: unknown): void => {
    const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
    count += members.length;
    if (count > maxValues)
      throw new AskwellError(
        'too_large',
        `The message has more than ${maxValues} values, without those within the arguments of a tool.`,
      );
    if (value !== args) members.forEach(countIn);
  };
  countIn(message);
}
