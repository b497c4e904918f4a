/** Query parameters. Parameters that are undefined or null are omitted. A parameter with a list is sent once for each item. */
export type Query = Readonly<Record<string, string | number | boolean | Date | readonly string[] | null | undefined>>;

/** The segments of a path. */
export type Path = readonly (string | number)[];

/** Returns the query string with a leading `?`, or an empty string. */
export function toQueryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'object' && !(value instanceof Date)) for (const item of value) search.append(name, item);
    else search.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/**
 * Returns the path with each segment encoded.
 *
 * @throws TypeError if a segment is not an ID. An empty or relative segment would change which resource the path names.
 */
export function toPath(path: Path): string {
  return path.map((segment) => `/${encodeSegment(segment)}`).join('');
}

function encodeSegment(segment: string | number): string {
  const isId =
    typeof segment === 'number'
      ? Number.isSafeInteger(segment)
      : typeof segment === 'string' && !/^\.{0,2}$/.test(segment);
  if (isId) return encodeURIComponent(segment);
  throw new TypeError(`${JSON.stringify(segment)} is not an ID.`);
}
