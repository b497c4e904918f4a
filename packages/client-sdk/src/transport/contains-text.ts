const maxDepth = 8;

/**
 * Whether a text occurs in a value: in a string, or in the keys and values of an object, hidden ones included. Looks where
 * `inspect` of Node looks, which other runtimes do not have.
 */
export function containsText(value: unknown, text: string): boolean {
  const seen = new Set<object>();
  const search = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return value.includes(text);
    if (!isSearchable(value) || depth > maxDepth || seen.has(value)) return false;
    seen.add(value);
    return partsOf(value).some((part) => search(part, depth + 1));
  };
  return search(value, 0);
}

/** Bytes are shown as numbers, so the text cannot be read in them. */
function isSearchable(value: unknown): value is object {
  return (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) || typeof value === 'function';
}

/** Returns the keys and values of an object. Calls no getters, except known ones that are shown with the object. */
function partsOf(value: object): unknown[] {
  const parts = Reflect.ownKeys(value).flatMap((key) => {
    const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
    return [typeof key === 'symbol' ? key.description : key, descriptor?.value];
  });
  if (value instanceof Error) parts.push(value.message, value.stack, value.cause);
  if (value instanceof Request || value instanceof Response) parts.push(value.headers);
  if (value instanceof Map || value instanceof Set || value instanceof Headers) parts.push(...[...value].flat());
  return parts;
}
