/**
 * Returns whether two JSON values are the same, apart from the order of arrays and of members. A check of an answer sorts
 * choices by the options of the poll, whose order may have changed since the answer was stored.
 */
export function isSameContent(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(sorted(item))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([name, member]) => [name, sorted(member)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
