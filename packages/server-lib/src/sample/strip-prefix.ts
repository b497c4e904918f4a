import type { HttpExchange } from '../http/exchange.js';

/** A request as those see it who stand below a prefix, and read no more than so much of it. */
export function stripPrefix(exchange: HttpExchange, prefix: string, largestBody: number): HttpExchange {
  const { method, path, query, base, address, raw, user } = exchange;
  return {
    method,
    path: path.slice(prefix.length),
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
    body: (limit) => exchange.body(Math.min(limit, largestBody)),
  };
}
