import { distinctFindings, limitFindings, uncheckable } from '../check/findings.js';
import { compareObjects, type SchemaObject } from '../check/schema-objects.js';
import type { StoreCheck } from '../store-check.js';
import { type PostgresInspection, selectCatalogRows } from './inspect-database.js';
import { postgresMigrations } from './migrations/index.js';
import { sqlState } from './postgres-errors.js';
import { type PostgresClient, withClient } from './postgres-pool.js';

/** The tables, indexes and constraints with Askwell's names in a schema. */
const selectObjects = `
  select 'table' as type, c.relname as name, c.relname as "table",
    (select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> t.typcollation then 'collate ' || (select collname from pg_collation where oid = a.attcollation) end,
        case when a.attnotnull then 'not null' end, nullif('identity ' || a.attidentity::text, 'identity '),
        'default ' || pg_get_expr(d.adbin, d.adrelid)), ', ' order by a.attname)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as sql
  from pg_class c where c.relnamespace = $1 and c.relkind in ('r', 'p') and c.relname like 'askwell\\_%'
  union all
  select 'index', i.relname, c.relname,
    pg_get_indexdef(i.oid) || case when x.indisvalid then '' else ' invalid' end
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
  where c.relnamespace = $1 and i.relname like 'askwell\\_%'
  union all
  select 'constraint', n.conname, c.relname, pg_get_constraintdef(n.oid)
  from pg_constraint n join pg_class c on c.oid = n.conrelid
  where c.relnamespace = $1 and n.contype in ('p', 'u', 'f', 'c') and n.conname like 'askwell\\_%'
  order by 1, 2`;

/** The table with the version of the schema, which the migrations do not create. */
const versionTable = 'askwell_schema';

/** Compares the schema with the schema of the migrations, and runs checks of the stored data. Returns the findings. */
export async function runPostgresChecks(
  inspection: PostgresInspection,
  checks: readonly StoreCheck[],
): Promise<string[]> {
  const found = await checkSchema(inspection);
  for (const check of checks) found.push(...(await runCheck(inspection, check)));
  return distinctFindings(found);
}

async function checkSchema({ client, pool, schema, version = 0 }: PostgresInspection): Promise<string[]> {
  // Newer versions only add to the schema. This version does not know what they add.
  if (version > postgresMigrations.length) return [];
  const there = (await readObjects(client, schema)).filter(({ name }) => name !== versionTable);
  return compareObjects(
    there,
    await withClient(pool, (other) => createObjects(other, postgresMigrations.slice(0, version))),
  );
}

/** Runs a check. If the database is too damaged for it, that is a finding. */
async function runCheck({ client, read }: PostgresInspection, check: StoreCheck): Promise<readonly string[]> {
  await client.query({ text: 'savepoint before_check' });
  try {
    return limitFindings(check, await read(check.find()));
  } catch (error) {
    // A missing table or column, or damage of the data.
    if (!/^(42|XX|58|22)/.test(sqlState(error)) || !(error instanceof Error)) throw error;
    await client.query({ text: 'rollback to savepoint before_check' });
    return [uncheckable(check, error.message)];
  }
}

/** Returns the objects of Askwell in the schema with an object ID. */
async function selectObjectsOf(client: PostgresClient, namespace: string): Promise<SchemaObject[]> {
  const rows = await selectCatalogRows(client, selectObjects, [namespace]);
  return rows.map(({ type, name, table, sql }) => ({
    type: String(type),
    name: String(name),
    table: String(table),
    sql: String(sql).replace(/\b(ON|REFERENCES) (?:"(?:[^"]|"")*"|[^\s."]+)\.(?=askwell_)/g, '$1 '),
  }));
}

/** Returns the objects of Askwell in a schema. */
async function readObjects(client: PostgresClient, schema: string): Promise<SchemaObject[]> {
  const [found] = await selectCatalogRows(client, 'select oid::text as oid from pg_namespace where nspname = $1', [
    schema,
  ]);
  return found ? selectObjectsOf(client, String(found['oid'])) : [];
}

/** Returns the objects that migrations create. They are created as temporary tables, in a transaction that is rolled back. */
async function createObjects(client: PostgresClient, steps: readonly string[]): Promise<SchemaObject[]> {
  await client.query({ text: 'begin; set local search_path to pg_temp' });
  try {
    for (const step of steps) await client.query({ text: step });
    const [found] = await selectCatalogRows(client, 'select pg_my_temp_schema()::text as oid');
    return await selectObjectsOf(client, String(found?.['oid']));
  } finally {
    await client.query({ text: 'rollback' });
  }
}
