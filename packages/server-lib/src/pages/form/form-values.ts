import type { Issue } from '../../faults/fault.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';

/** What stands in a form, by the names of its fields, and what is wrong with it, by dotted paths. */
export class FormValues {
  constructor(
    readonly fields: Readonly<UrlencodedFields> = {},
    readonly issues: readonly Issue[] = [],
  ) {}

  get isEmpty(): boolean {
    return Object.keys(this.fields).length === 0 && this.issues.length === 0;
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

  /** The faults at a path, and below it unless they are shown elsewhere. */
  faults(path: string, exact = false): Issue[] {
    return this.issues.filter((issue) => (exact ? issue.path === path : isWithin(issue.path, path)));
  }

  /** The faults elsewhere than at these paths. */
  faultsElsewhere(paths: readonly string[]): Issue[] {
    return this.issues.filter((issue) => !paths.some((path) => isWithin(issue.path, path)));
  }

  #value(name: string): string | string[] | undefined {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`);
}
