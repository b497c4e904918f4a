import { sha256 } from '../../../crypto/hash.js';
import type { PostgresQuery } from '../postgres-pool.js';

/** Returns a query as a prepared statement, which each connection parses once. Only for texts of which there are few. */
export function prepared(query: PostgresQuery): PostgresQuery {
  return { ...query, name: nameOf(query.text) };
}

/** Equal texts have equal names, because instances of Askwell can share the pool of their host. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `askwell_${sha256(text).toString('hex', 0, 16)}`;
    names.set(text, name);
  }
  return name;
}

const names = new Map<string, string>();
