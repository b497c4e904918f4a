import type { HttpExchange } from '../../http/exchange.js';

/** Returns a request with a prefix moved from its path to its base path, and with a limit for its body. */
export function stripPrefix(exchange: HttpExchange, prefix: string, maxBodyBytes: number): HttpExchange {
  const { method, path, query, base, address, raw, user } = exchange;
  return {
    method,
    path: pathWithin(path, prefix),
    query,
    base: base + prefix,
    address,
    raw,
    user,
    get signal() {
      return exchange.signal;
    },
    header: (name) => exchange.header(name),
    headers: () => exchange.headers(),
    body: (limit) => exchange.body(Math.min(limit, maxBodyBytes)),
    bodyStream: (limit) => exchange.bodyStream(Math.min(limit, maxBodyBytes)),
  };
}

/** Returns the rest of a path that starts with a prefix. */
export function pathWithin(path: string, prefix: string): string {
  return path.slice(prefix.length) || '/';
}
