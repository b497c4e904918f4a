import type { PostgresPool } from './postgres/postgres-pool.js';
import { openPostgresStore, type PostgresStoreOptions } from './postgres/postgres-store.js';
import type { SqliteHandle } from './sqlite/drivers/sqlite-handle.js';
import { openSqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

/** A database: the path of a SQLite file, `:memory:`, a `postgres://` URL, or a handle or pool of the host. */
export type Database = string | SqliteHandle | PostgresPool;

/** The options of a store over any database. */
export type StoreOptions = Omit<SqliteStoreOptions, 'database'> &
  Omit<PostgresStoreOptions, 'database' | 'writes'> & { readonly database: Database };

/** Opens the store of a database. */
export function openStore({ database, schema, ...options }: StoreOptions): Store {
  if (!isPostgres(database)) return openSqliteStore({ ...options, database });
  if (typeof database !== 'string') return openPostgresStore({ ...options, database, schema });
  const place = parsePostgresUrl(database);
  return openPostgresStore({ ...options, database: place.url, schema: schema ?? place.schema });
}

/** Separates the parameter `schema` from a URL. It is Askwell's: `pg` does not know it. */
export function parsePostgresUrl(text: string): { readonly url: string; readonly schema: string | undefined } {
  const at = text.lastIndexOf('?');
  const [base, query] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  const parameters = new URLSearchParams(query);
  const schema = parameters.get('schema') || undefined;
  parameters.delete('schema');
  return { url: parameters.size === 0 ? base : `${base}?${parameters}`, schema };
}

/** Returns whether a database is PostgreSQL. */
export function isPostgres(database: Database): database is string | PostgresPool {
  return typeof database === 'string' ? isPostgresUrl(database) : 'connect' in database;
}

/** Returns whether a database is a `postgres://` URL rather than a path. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}
