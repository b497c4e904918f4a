import pg from 'pg';
import { parsePostgresUrl } from '../../../src/store/postgres/postgres-url.js';

/** The tables, indexes and sequences of the first schema that was emptied. */
let expectedObjects: number | undefined;

/** Deletes all rows of a schema. Returns false if a test has changed its tables, so that it cannot be used again. */
export async function emptySchemaAgain(database: string): Promise<boolean> {
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
