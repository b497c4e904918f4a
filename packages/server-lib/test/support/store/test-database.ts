import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { isPostgres } from '../../../src/store/open-store.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the PostgreSQL server of the run. */
    postgresUrl: string;
    /** The database that servers use in tests, unless a test names one. */
    database: 'sqlite' | 'postgres';
  }
}

/**
 * Returns an empty database: a schema in PostgreSQL if the run tests PostgreSQL, otherwise a SQLite file.
 *
 * @param file The path of the file.
 */
export function emptyDatabase(file: string): string {
  return inject('database') === 'sqlite' ? file : emptySchema();
}

/** Returns the URL of an empty schema in PostgreSQL. */
export function emptySchema(): string {
  return `${inject('postgresUrl')}?schema=test_${randomBytes(8).toString('hex')}`;
}

/** Returns the secret of all instances over a database as an option. PostgreSQL requires it. */
export function secretOf(database: string): { readonly secret?: string } {
  return isPostgres(database) ? { secret: 'the secret of the tests on PostgreSQL 0123456789' } : {};
}
