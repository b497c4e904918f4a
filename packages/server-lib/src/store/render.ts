import { Fragment, type Value } from './statement.js';

export interface Rendered {
  readonly text: string;
  readonly values: readonly Value[];
}

/** How a dialect names its nth placeholder, counted from 1. */
export type Placeholder = (n: number) => string;

/** Makes a statement's text for one dialect. A statement without fragments has its text settled once, by its template. */
export function createRenderer(placeholder: Placeholder) {
  const settled = new WeakMap<TemplateStringsArray, string>();

  return (strings: TemplateStringsArray, values: readonly (Value | Fragment)[]): Rendered => {
    if (isPlain(values)) {
      const known = settled.get(strings);
      if (known !== undefined) return { text: known, values };
      const { text } = join(strings, values, placeholder);
      settled.set(strings, text);
      return { text, values };
    }
    return join(strings, values, placeholder);
  };
}

function isPlain(values: readonly (Value | Fragment)[]): values is readonly Value[] {
  for (const value of values) if (value instanceof Fragment) return false;
  return true;
}

function join(
  strings: readonly string[],
  values: readonly (Value | Fragment)[],
  placeholder: Placeholder,
): { text: string; values: Value[] } {
  const flat: Value[] = [];
  const parts: string[] = [];
  const add = (pieces: readonly string[], inner: readonly (Value | Fragment)[]): void => {
    pieces.forEach((piece, at) => {
      parts.push(piece);
      if (at >= inner.length) return;
      const value = inner[at];
      // Left out, it would leave a hole in a text that is kept.
      if (value === undefined) throw new TypeError('A statement was given a value that is undefined.');
      if (value instanceof Fragment) add(value.strings, value.values);
      else parts.push(placeholder(flat.push(value)));
    });
  };
  add(strings, values);
  return { text: parts.join(''), values: flat };
}
