import type { JsonObject } from '../../base/validation/json-value.js';

/** The prefixes of generated IDs, by the name of the list. */
const prefixes: Readonly<Record<string, string>> = {
  options: 'o',
  targets: 't',
  rows: 'r',
  questions: 'q',
  fields: 'f',
  endings: 'e',
  quotas: 'q',
  variables: 'v',
};

/** Returns an ID that no item of a list has. */
export function nextItemId(path: string, items: readonly JsonObject[]): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const prefix = Object.hasOwn(prefixes, name) ? (prefixes[name] ?? 'i') : 'i';
  const numbers = items.map(({ id }) =>
    typeof id === 'string' && id.startsWith(prefix) ? Number(id.slice(prefix.length)) : 0,
  );
  return `${prefix}${Math.max(0, ...numbers.filter(Number.isSafeInteger)) + 1}`;
}
