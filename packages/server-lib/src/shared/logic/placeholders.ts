/* Fills the placeholders in texts of authors. The server and the widget share this file, so that they always agree. */

/** `{{name}}` or `{{name|fallback}}`. Names are IDs of fields and variables, or names with a dot such as `quiz.score`. */
const placeholder = /\{\{\s*([a-z0-9_.-]+)\s*(?:\|([^{}]*))?\}\}/g;

/** The maximum length of a value in a text, in characters. */
const maxValueLength = 500;

/**
 * Returns a text with the values of its placeholders. A name without a value becomes its fallback, or else `…`.
 *
 * @param find Returns the value of a name: empty without a value, undefined for unknown names, which stay as they are.
 * @param escapeValue Returns a value so that it is plain text where the text is parsed. Default: the value as it is.
 */
export function fillPlaceholders(
  text: string,
  find: (name: string) => string | undefined,
  escapeValue: (value: string) => string = (value) => value,
): string {
  return text.replace(placeholder, (written: string, name: string, fallback?: string) => {
    const value = find(name);
    if (value === undefined) return written;
    return escapeValue(isolate(value)) || (fallback?.trim() ?? '…');
  });
}

/**
 * Returns a text that says to what its placeholders refer, for readers who see it without the answers of a visitor: `‹Your name›`.
 *
 * @param nameOf Returns the name of what a placeholder refers to. Undefined for unknown ones, which stay as they are for visitors too.
 */
export function namePlaceholders(text: string, nameOf: (id: string) => string | undefined): string {
  return text.replace(placeholder, (written: string, id: string) => {
    const name = nameOf(id);
    return name === undefined ? written : `‹${name}›`;
  });
}

/** Returns the names of the placeholders in a text, known or not. */
export function placeholderNames(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name);
}

/** What looks like a placeholder but is none: `{{` and the text up to `}}`, or without `}}`. */
const lookalike = /\{\{([^{}]*)(\}\})?/g;

/** What looks like a placeholder in a text. */
export interface Lookalike {
  /** What is in place of the name. */
  readonly name: string;
  readonly isClosed: boolean;
}

/** Returns what looks like a placeholder in a text but stays as it is for every visitor. */
export function findLookalikes(text: string): Lookalike[] {
  return [...text.replace(placeholder, ' ').matchAll(lookalike)].map(([, inner = '', end]) => ({
    name: (inner.split('|')[0] ?? '').trim(),
    isClosed: end !== undefined,
  }));
}

/**
 * Returns a value on one line, between isolates: the direction of the value does not change the direction of the text around it.
 * Isolates and overrides in the value are removed, because they could end the isolate.
 */
function isolate(value: string): string {
  const line = value
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const characters = [...line];
  const shown = characters.length > maxValueLength ? `${characters.slice(0, maxValueLength).join('')}…` : line;
  return shown && `\u2068${shown}\u2069`;
}
