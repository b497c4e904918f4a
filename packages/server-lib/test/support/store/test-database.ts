import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { isPostgres } from '../../../src/db/open-store.js';
import { emptyTemplate, schemaOfTemplate } from './empty-template.js';

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

/** The databases in PostgreSQL that the current test file has created. */
const created: string[] = [];

/**
 * Returns an empty database with the current tables: a database of PostgreSQL if the run tests PostgreSQL, otherwise a SQLite file.
 * Both are copies of one that was migrated before the run, because migrations take longer than most tests.
 *
 * @param file The path of the file.
 */
export async function emptyDatabase(file: string): Promise<string> {
  if (inject('database') === 'postgres') return emptyPostgresDatabase();
  await copyFile(inject('emptyFile'), file);
  return file;
}

/** Returns the URL of an empty database with the current tables. It is dropped when the test file ends. */
export async function emptyPostgresDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdministrator((client) =>
    client.query(`create database ${name} template ${emptyTemplate} strategy file_copy`),
  );
  created.push(name);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  url.searchParams.set('schema', schemaOfTemplate);
  return url.href;
}

/** Drops the databases of a test file that has ended, whose servers are closed. */
export async function dropDatabases(): Promise<void> {
  if (created.length === 0) return;
  await asAdministrator(async (client) => {
    for (const name of created.splice(0)) await client.query(`drop database ${name} with (force)`);
  });
}

/** The last statement of an administrator in this process, by the URL of its server, with the connection. */
const administrators = new Map<string, Promise<pg.Client>>();

/**
 * Runs statements with a connection to the server, one function after the other. The connection stays open for the next test file,
 * because a new one takes as long as the copy of a database.
 */
async function asAdministrator(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const url = inject('postgresUrl');
  const before = administrators.get(url) ?? connect(url);
  const done = before.then((client) => work(client));
  const next = done.catch(() => {}).then(() => before);
  // After a failed connection, the next call connects again.
  next.catch(() => administrators.delete(url));
  administrators.set(url, next);
  await done;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  // The server ends before the process.
  client.on('error', () => administrators.delete(url));
  await client.connect();
  return client;
}

/** Returns the URL of a new schema in PostgreSQL, without tables. */
export function newSchema(): string {
  return `${inject('postgresUrl')}?schema=test_${randomBytes(8).toString('hex')}`;
}

/** The secret of all instances over PostgreSQL. */
export const testSecret = 'the secret of the tests on PostgreSQL 0123456789';

/** Returns the secret of all instances over a database as an option. PostgreSQL requires it. */
export function secretOf(database: string): { readonly secret?: string } {
  return isPostgres(database) ? { secret: testSecret } : {};
}
