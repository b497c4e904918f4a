const maxShownLength = 60;

/** An invalid option or parameter in the code of the host. The message names it and is safe to log. */
export class OptionError extends TypeError {}

/** Returns an error that names an option, the expected value and the actual one. */
export function invalidOption(option: string, expected: string, value: unknown): OptionError {
  return new OptionError(`${option}: expected ${expected}, got ${describeValue(value)}.`);
}

/** Describes a value in a few words, for a message. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function shorten(text: string): string {
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}
