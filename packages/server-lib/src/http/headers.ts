import type { IncomingHttpHeaders } from 'node:http';

/** Headers as a host has them: of a fetch `Request`, or of a Node request. */
export type HeaderSource = Headers | IncomingHttpHeaders;

/** Reads a header by its lower-case name; several values are joined by a comma. */
export function readHeader(source: HeaderSource, name: string): string | undefined {
  if (source instanceof Headers) return source.get(name) ?? undefined;
  const value = source[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Node's headers as fetch's. */
export function toHeaders(source: HeaderSource): Headers {
  if (source instanceof Headers) return source;
  const headers = new Headers();
  for (const [name, value] of Object.entries(source)) {
    // HTTP/2 has pseudo-headers, `:path` and the like, which are no headers to fetch.
    if (name.startsWith(':')) continue;
    if (Array.isArray(value)) for (const one of value) headers.append(name, one);
    else if (value !== undefined) headers.set(name, value);
  }
  return headers;
}
