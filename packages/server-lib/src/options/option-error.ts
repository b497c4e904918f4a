const longestShown = 60;

/** A mistake in the host's code: its message names the option or parameter, and may be logged. */
export class OptionError extends TypeError {}

/** An error that names an option, what it accepts and what it got. */
export function invalidOption(option: string, what: string, value: unknown): OptionError {
  return new OptionError(`${option}: expected ${what}, got ${describeValue(value)}.`);
}

/** A value in a few words. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function shorten(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
