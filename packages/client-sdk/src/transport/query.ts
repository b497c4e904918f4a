/** One part of a query; what is undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | Date | null | undefined>>;

/** Parts of a path, each written so that it stays one part. */
export type Path = readonly (string | number)[];

/** A query as it stands in a URL. */
export function toSearch(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    search.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** A path as it stands in a URL. What is no id is refused here, since it would lead to another place. */
export function toPath(path: Path): string {
  return path.map((part) => `/${toPart(part)}`).join('');
}

function toPart(part: string | number): string {
  if (typeof part === 'number' ? Number.isSafeInteger(part) : typeof part === 'string' && !/^\.{0,2}$/.test(part))
    return encodeURIComponent(part);
  throw new TypeError(`${JSON.stringify(part)} is not an ID.`);
}
