import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { Issue } from '../../shared/faults/fault.js';

/** The values of a form by field name, and its faults by dotted path. */
export class FormValues {
  constructor(
    readonly fields: Readonly<UrlencodedFields> = {},
    readonly issues: readonly Issue[] = [],
  ) {}

  get isEmpty(): boolean {
    return Object.keys(this.fields).length === 0 && this.issues.length === 0;
  }

  /** Returns the value of a field, or its first value if there are several. */
  text(name: string): string {
    const value = this.#value(name);
    return typeof value === 'string' ? value : (value?.[0] ?? '');
  }

  /** Whether a field has a value, possibly among others. */
  has(name: string, value: string): boolean {
    const values = this.#value(name);
    return typeof values === 'string' ? values === value : (values?.includes(value) ?? false);
  }

  /** Returns the faults at a path and, unless `exact`, below it. */
  faults(path: string, exact = false): Issue[] {
    return this.issues.filter((issue) => (exact ? issue.path === path : isWithin(issue.path, path)));
  }

  /** Returns the faults that are not at or below any of the paths. */
  faultsElsewhere(paths: readonly string[]): Issue[] {
    return this.issues.filter((issue) => !paths.some((path) => isWithin(issue.path, path)));
  }

  #value(name: string): string | string[] | undefined {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`);
}
