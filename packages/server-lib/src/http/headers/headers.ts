import type { IncomingHttpHeaders } from 'node:http';

/** The headers of a fetch `Request` or of a Node request. */
export type HeaderSource = Headers | IncomingHttpHeaders;

/** Returns the value of a header by its lower-case name. Repeated headers are joined by commas. */
export function readHeader(source: HeaderSource, name: string): string | undefined {
  if (source instanceof Headers) return source.get(name) ?? undefined;
  const value = source[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Converts the headers of a Node request to fetch `Headers`. */
export function toHeaders(source: HeaderSource): Headers {
  if (source instanceof Headers) return source;
  const headers = new Headers();
  for (const [name, value] of Object.entries(source)) {
    // `Headers` rejects the pseudo-headers of HTTP/2, such as `:path`.
    if (name.startsWith(':')) continue;
    if (Array.isArray(value)) for (const item of value) headers.append(name, item);
    else if (value !== undefined) headers.set(name, value);
  }
  return headers;
}
