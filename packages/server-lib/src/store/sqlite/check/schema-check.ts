import { type Operation, perform } from '../../operation.js';
import { all } from '../../statement.js';
import type { Check } from '../../store-check.js';
import { createConnection } from '../connection.js';
import { sqliteDriver } from '../drivers/choose-driver.js';
import { migrate } from '../migrate.js';
import { migrations } from '../migrations/index.js';
import { schemaDiff } from './schema-diff.js';
import { askwellObjects, type SchemaObject } from './schema-objects.js';

/** The table that holds the schema's version. */
const record = 'askwell_schema';

/**
 * Whether what the migrations make is there as they make it, and nothing else under our names. An index that is gone lets
 * somebody answer twice; where a trigger is gone, a change to an account or a key may go unnoticed. Version 0 is one that
 * can't be told: then only the table that should tell it is looked at.
 */
export function schemaAt(version: number): Check {
  return {
    name: 'its schema is as Askwell makes it',
    *find() {
      const there = yield* askwellObjects();
      const made = version === 0 ? partsAt(1).filter(({ name }) => name === record) : partsAt(version);
      return [
        ...made.flatMap((part) => wrongWith(part, there)),
        ...(version === 0 ? [] : unknown(there, made)),
        ...(find(there, { type: 'table', name: record }) ? yield* misrecorded(version) : []),
      ];
    },
  };
}

function wrongWith(part: SchemaObject, there: readonly SchemaObject[]): string[] {
  const { type, name, table } = part;
  const found = find(there, part);
  if (found) {
    const difference = schemaDiff(found.sql, part.sql);
    return difference === undefined ? [] : [`The ${type} ${name} is not as Askwell makes it: ${difference}.`];
  }
  // An index or a trigger goes with its table, and is not told beside it.
  return type === 'table' || find(there, { type: 'table', name: table }) ? [`The ${type} ${name} is missing.`] : [];
}

function unknown(there: readonly SchemaObject[], made: readonly SchemaObject[]): string[] {
  return there
    .filter((part) => !find(made, part))
    .map(({ type, name }) => `The ${type} ${name} is named as Askwell's are, and is none of them.`);
}

/** Names of triggers may also be names of tables. */
function find(
  parts: readonly SchemaObject[],
  { type, name }: Pick<SchemaObject, 'type' | 'name'>,
): SchemaObject | undefined {
  return parts.find((part) => part.type === type && part.name === name);
}

/** The next migration would stumble over a version that is not told. */
function* misrecorded(version: number): Operation<string[]> {
  const rows = yield* all<{ version?: unknown }>`select * from askwell_schema limit 2`;
  const told = rows.map((row) => row.version);
  if (told.length === 1 && version > 0 && told[0] === version) return [];
  const shouldBe = version === 0 ? "the schema's version" : `the schema's version, ${version},`;
  return [`The table ${record} should hold ${shouldBe} in one row, and holds ${told.join(', ') || 'nothing'}.`];
}

function partsAt(version: number): SchemaObject[] {
  const database = sqliteDriver().open(':memory:', { mode: 'create', timeout: 0 });
  try {
    migrate(database, { shared: false, steps: migrations.slice(0, version) });
    return perform(askwellObjects(), createConnection(database).execute);
  } finally {
    database.close();
  }
}
