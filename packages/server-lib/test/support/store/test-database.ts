import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { isPostgres } from '../../../src/db/open-store.js';
import { parsePostgresUrl } from '../../../src/db/postgres/postgres-url.js';

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

/** The schemas of the services of the current test file. */
const ofServices: string[] = [];

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
  return usedOrNewSchema();
}

/** Returns an empty schema for a service of the current test file. */
export async function schemaOfService(): Promise<string> {
  const schema = await usedOrNewSchema();
  ofServices.push(schema);
  return schema;
}

/** Lets other test files use the schemas of the services of a test file that has ended. */
export function releaseSchemasOfServices(): void {
  released.push(...ofServices.splice(0));
}

async function usedOrNewSchema(): Promise<string> {
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

/** The tables, indexes and sequences of the first schema that was emptied. */
let expectedObjects: number | undefined;

/** Deletes all rows of a schema. Returns false if a test has changed its tables, so that it cannot be used again. */
async function emptySchemaAgain(database: string): Promise<boolean> {
  const { url, schema = 'public' } = parsePostgresUrl(database);
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      'select count(*) as n from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1)',
      [schema],
    );
    const objects = Number(rows[0]?.n);
    expectedObjects ??= objects;
    if (objects !== expectedObjects) return false;
    await client.query(emptyTables(schema));
    return true;
  } finally {
    await client.end();
  }
}

/** Without triggers and foreign keys, so that the order of the tables does not matter. */
const emptyTables = (schema: string): string => `
  begin;
  set local session_replication_role = replica;
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = '${schema}' and tablename <> 'askwell_schema' loop
      execute format('delete from ${schema}.%I', name);
    end loop;
    perform setval(format('${schema}.%I', sequencename)::regclass, 1, false)
      from pg_sequences where schemaname = '${schema}';
  end $$;
  commit`;
