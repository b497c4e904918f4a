import type { UrlencodedFields } from './urlencoded.js';

/** The query of a request without one. Comparing with it skips the validation of most requests. */
export const absentQuery: UrlencodedFields = {};

/** Query parameters whose names have an ID after a prefix: `field.email`. */
export interface PrefixedParams {
  /** The prefix with a dot at its end. */
  readonly prefix: string;
  readonly description: string;
  readonly example: readonly [name: string, value: string];
}

/** Separates the parameters whose names begin with a prefix. */
export function splitQuery(
  query: UrlencodedFields,
  prefix: string | undefined,
): Record<'query' | 'prefixed', UrlencodedFields> {
  if (prefix === undefined || query === absentQuery) return { query, prefixed: absentQuery };
  const entries = Object.entries(query);
  return {
    query: Object.fromEntries(entries.filter(([name]) => !name.startsWith(prefix))),
    prefixed: Object.fromEntries(entries.filter(([name]) => name.startsWith(prefix))),
  };
}
