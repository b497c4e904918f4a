import type { FieldErrors } from '../errors.js';
import type { Fields } from '../http/urlencoded.js';

/** What stands in a form, by the names of its fields, and what is wrong with it, by dotted paths. */
export class Filled {
  constructor(
    readonly fields: Readonly<Fields> = {},
    readonly errors: FieldErrors = {},
  ) {}

  get isEmpty(): boolean {
    return Object.keys(this.fields).length === 0 && Object.keys(this.errors).length === 0;
  }

  /** The text of a field that came once. */
  text(name: string): string {
    const value = this.#value(name);
    return typeof value === 'string' ? value : (value?.[0] ?? '');
  }

  /** Whether a field holds a value, perhaps among others. */
  has(name: string, value: string): boolean {
    const held = this.#value(name);
    return typeof held === 'string' ? held === value : (held?.includes(value) ?? false);
  }

  /** What is wrong at a path, and below it unless that is told elsewhere; each thing once. */
  faults(path: string, exact = false): string[] {
    const found = Object.entries(this.errors).filter(([at]) => (exact ? at === path : isWithin(at, path)));
    return [...new Set(found.flatMap(([, messages]) => messages))];
  }

  /** What is wrong elsewhere than at these paths. */
  strangers(paths: readonly string[]): [path: string, messages: string[]][] {
    return Object.entries(this.errors).filter(([at]) => !paths.some((path) => isWithin(at, path)));
  }

  #value(name: string): string | string[] | undefined {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`);
}
