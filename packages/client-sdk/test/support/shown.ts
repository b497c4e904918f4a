import { inspect } from 'node:util';

/** Returns the texts of a value that could appear in a log. */
export function shown(value: unknown): string {
  return inspect(value, { depth: 20, showHidden: true }) + JSON.stringify(value) + String(value);
}
