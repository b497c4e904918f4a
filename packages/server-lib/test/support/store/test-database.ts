import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { isPostgres } from '../../../src/store/open-store.js';
import { emptySchemaAgain } from './empty-schema-again.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the PostgreSQL server of the run. */
    postgresUrl: string;
    /** The path of a SQLite file without rows. */
    emptyFile: string;
    /** The database that servers use in tests, unless a test names one. */
    database: 'sqlite' | 'postgres';
  }
}

/** Schemas whose servers are closed. A schema that is emptied is ready sooner than a new one. */
const released: string[] = [];

/**
 * Returns an empty database: a schema in PostgreSQL if the run tests PostgreSQL, otherwise a SQLite file.
 *
 * @param file The path of the file.
 */
export async function emptyDatabase(file: string): Promise<string> {
  if (inject('database') === 'sqlite') {
    await copyFile(inject('emptyFile'), file);
    return file;
  }
  const used = released.shift();
  return used !== undefined && (await emptySchemaAgain(used)) ? used : emptySchema();
}

/** Lets other tests use a database whose servers are closed. */
export function releaseDatabase(database: string): void {
  if (isPostgres(database)) released.push(database);
}

/** Returns the URL of an empty schema in PostgreSQL. */
export function emptySchema(): string {
  return `${inject('postgresUrl')}?schema=test_${randomBytes(8).toString('hex')}`;
}

/** The secret of all instances over PostgreSQL. */
export const testSecret = 'the secret of the tests on PostgreSQL 0123456789';

/** Returns the secret of all instances over a database as an option. PostgreSQL requires it. */
export function secretOf(database: string): { readonly secret?: string } {
  return isPostgres(database) ? { secret: testSecret } : {};
}
