import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the PostgreSQL server of the run. Absent: tests use SQLite. */
    postgresUrl: string | undefined;
  }
}

/**
 * Returns an empty database: a schema in PostgreSQL if the run tests PostgreSQL, otherwise a SQLite file.
 *
 * @param file The path of the file.
 */
export function emptyDatabase(file: string): string {
  const url = inject('postgresUrl');
  return url === undefined ? file : `${url}?schema=test_${randomBytes(8).toString('hex')}`;
}

/** The secret of all instances over PostgreSQL, which requires one. */
export const testSecret = 'the secret of the tests on PostgreSQL 0123456789';
