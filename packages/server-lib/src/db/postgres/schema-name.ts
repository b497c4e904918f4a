import { StoreError } from '../store-error.js';
import { sqlState } from './postgres-errors.js';
import type { PostgresQuery, PostgresResult } from './postgres-pool.js';
import { quoteName } from './run-statements.js';
import { valueTypes } from './value-types.js';

/**
 * The schema of a new database without a setting. A separate schema keeps Askwell's tables apart from the tables of an
 * app.
 */
const newSchema = 'askwell';

/** The schema in which earlier versions created the tables without a setting. */
const formerSchema = 'public';

/** A client or a pipeline, which finds or creates a schema. */
interface Queryable {
  query(query: PostgresQuery): Promise<PostgresResult>;
}

/**
 * Returns the schema that has Askwell's tables, for a database without a setting. If there are no tables, returns
 * Askwell's own schema.
 */
export async function findSchema(client: Queryable): Promise<string> {
  const { rows } = await client.query({
    text: `select n.nspname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relname = 'askwell_schema' and n.nspname = any($1)`,
    values: [[newSchema, formerSchema]],
    types: valueTypes,
  });
  const names = rows.map((row) => memberOf(row, 'name'));
  return names.includes(formerSchema) && !names.includes(newSchema) ? formerSchema : newSchema;
}

/**
 * Creates a schema if it does not exist. `create schema if not exists` would need a permission even if it does.
 *
 * @throws StoreError that says what to run if the user may not create it.
 */
export async function createSchema(client: Queryable, schema: string): Promise<void> {
  const { rows } = await client.query({
    text: `select current_user::text as "user", exists (select from pg_namespace where nspname = $1) as "exists"`,
    values: [schema],
    types: valueTypes,
  });
  const [row] = rows;
  if (memberOf(row, 'exists') === 1) return;
  try {
    await client.query({ text: `create schema ${quoteName(schema)}` });
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    const name = quoteName(schema);
    const user = quoteName(String(memberOf(row, 'user')));
    throw new StoreError(
      `The user ${user} cannot create the schema ${name}. Let the owner of the database run: CREATE SCHEMA ${name} AUTHORIZATION ${user}; Or set the option \`schema\`, or the parameter "schema" of the URL, to a schema in which the user can create tables.`,
      { cause: error },
    );
  }
}

function memberOf(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
}
