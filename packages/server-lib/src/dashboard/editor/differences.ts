import { isJsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { isSameValue } from './same-value.js';

/** A member that differs between two definitions. */
export interface Difference {
  readonly path: string;
  readonly mine: JsonValue | undefined;
  readonly stored: JsonValue | undefined;
}

/** The maximum number of listed differences. */
const maxDifferences = 50;

/** Returns the differences between two definitions, by path. Items of lists are compared by their position. */
export function differencesBetween(mine: JsonValue | undefined, stored: JsonValue | undefined): readonly Difference[] {
  const found: Difference[] = [];
  addDifferences(mine, stored, '', found);
  return found;
}

function addDifferences(
  mine: JsonValue | undefined,
  stored: JsonValue | undefined,
  path: string,
  found: Difference[],
): void {
  // An absent member means the same as null.
  if (found.length === maxDifferences || (mine ?? null) === (stored ?? null)) return;
  const [a, b] = [membersOf(mine), membersOf(stored)];
  if (a && b) {
    const names = [...new Set([...a.keys(), ...b.keys()])];
    for (const name of names) addDifferences(a.get(name), b.get(name), path === '' ? name : `${path}.${name}`, found);
  } else if (!isSameValue(mine, stored)) found.push({ path, mine, stored });
}

function membersOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> | undefined {
  if (Array.isArray(value)) return new Map(value.map((item: JsonValue, index) => [String(index), item]));
  return isJsonObject(value) ? new Map(Object.entries(value)) : undefined;
}
