/** A URL of PostgreSQL without the parameter that only Askwell knows. */
export interface PostgresPlace {
  readonly url: string;
  /** The schema of Askwell's tables. Undefined: see `findSchema`. */
  readonly schema: string | undefined;
}

/** Separates the parameter `schema` from a URL. It is Askwell's: `pg` does not know it. */
export function parsePostgresUrl(text: string): PostgresPlace {
  const at = text.lastIndexOf('?');
  const [base, query] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  const parameters = new URLSearchParams(query);
  const schema = parameters.get('schema') || undefined;
  parameters.delete('schema');
  return { url: parameters.size === 0 ? base : `${base}?${parameters}`, schema };
}

/** Names the database of a URL in messages, without its user and password: `db.example.com:5432/app (schema askwell)`. */
export function describePostgresUrl(text: string): string {
  const { schema } = parsePostgresUrl(text);
  const place = URL.canParse(text) ? new URL(text) : undefined;
  const name = place ? `${place.host}${place.pathname}` : 'the PostgreSQL database';
  return schema === undefined ? name : `${name} (schema ${schema})`;
}
