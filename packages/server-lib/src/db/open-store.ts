import type { PostgresStoreOptions } from './postgres/postgres-options.js';
import type { PostgresPool } from './postgres/postgres-pool.js';
import { openPostgresStore } from './postgres/postgres-store.js';
import { parsePostgresUrl } from './postgres/postgres-url.js';
import type { SqliteHandle } from './sqlite/sqlite-handle.js';
import { openSqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

/** A database: the path of a SQLite file, `:memory:`, a `postgres://` URL, or a handle or pool of the host. */
export type Database = string | SqliteHandle | PostgresPool;

/** The options of a store over any database. */
export type StoreOptions = Omit<SqliteStoreOptions, 'database'> &
  Omit<PostgresStoreOptions, 'database' | 'writes' | 'reports' | 'writer'> & { readonly database: Database };

/** Opens the store of a database. */
export function openStore({ database, schema, ...options }: StoreOptions): Store {
  if (!isPostgres(database)) return openSqliteStore({ ...options, database });
  if (typeof database !== 'string') return openPostgresStore({ ...options, database, schema });
  const place = parsePostgresUrl(database);
  return openPostgresStore({ ...options, database: place.url, schema: schema ?? place.schema });
}

/** Returns whether a database is PostgreSQL. */
export function isPostgres(database: Database): database is string | PostgresPool {
  return typeof database === 'string' ? isPostgresUrl(database) : 'connect' in database;
}

/** Returns whether a database is a `postgres://` URL rather than a path. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}
