import { isJsonObject, type JsonValue } from '../../validation/json-value.js';

/** A member that two definitions have differently. */
export interface Difference {
  readonly path: string;
  readonly mine: JsonValue | undefined;
  readonly stored: JsonValue | undefined;
}

/** The most differences that are listed. */
const maxDifferences = 50;

/** Returns what differs between two definitions, by path. Items of lists are compared by their position. */
export function differencesBetween(
  mine: JsonValue | undefined,
  stored: JsonValue | undefined,
  path = '',
): readonly Difference[] {
  // An absent member means the same as null.
  if (JSON.stringify(mine ?? null) === JSON.stringify(stored ?? null)) return [];
  const [a, b] = [membersOf(mine), membersOf(stored)];
  if (!a || !b) return [{ path, mine, stored }];
  const names = [...new Set([...a.keys(), ...b.keys()])];
  return names
    .flatMap((name) => differencesBetween(a.get(name), b.get(name), path === '' ? name : `${path}.${name}`))
    .slice(0, maxDifferences);
}

function membersOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> | undefined {
  if (Array.isArray(value)) return new Map(value.map((item: JsonValue, index) => [String(index), item]));
  return isJsonObject(value) ? new Map(Object.entries(value)) : undefined;
}
