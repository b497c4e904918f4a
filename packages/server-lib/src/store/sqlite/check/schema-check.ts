import { type Operation, runOperation } from '../../operation.js';
import { all } from '../../statement.js';
import type { StoreCheck } from '../../store-check.js';
import { createConnection } from '../connection.js';
import { sqliteDriver } from '../drivers/choose-driver.js';
import { migrate } from '../migrate.js';
import { migrations } from '../migrations/index.js';
import { schemaDiff } from './schema-diff.js';
import { type SchemaObject, selectAskwellObjects } from './schema-objects.js';

/** The table that holds the schema's version. */
const versionTable = 'askwell_schema';

/**
 * Whether what the migrations make is there as they make it, and nothing else under our names. An index that is gone lets
 * somebody answer twice; where a trigger is gone, a change to an account or a key may go unnoticed. Version 0 is one that
 * can't be told: then only the table that should tell it is looked at.
 */
export function schemaCheck(version: number): StoreCheck {
  return {
    name: 'its schema is as Askwell makes it',
    *find() {
      const there = yield* selectAskwellObjects();
      const made = version === 0 ? objectsAt(1).filter(({ name }) => name === versionTable) : objectsAt(version);
      return [
        ...made.flatMap((part) => checkObject(part, there)),
        ...(version === 0 ? [] : findUnknownObjects(there, made)),
        ...(findObject(there, { type: 'table', name: versionTable }) ? yield* checkRecordedVersion(version) : []),
      ];
    },
  };
}

function checkObject(part: SchemaObject, there: readonly SchemaObject[]): string[] {
  const { type, name, table } = part;
  const found = findObject(there, part);
  if (found) {
    const difference = schemaDiff(found.sql, part.sql);
    return difference === undefined ? [] : [`The ${type} ${name} is not as Askwell makes it: ${difference}.`];
  }
  // An index or a trigger goes with its table, and is not told beside it.
  return type === 'table' || findObject(there, { type: 'table', name: table })
    ? [`The ${type} ${name} is missing.`]
    : [];
}

function findUnknownObjects(there: readonly SchemaObject[], made: readonly SchemaObject[]): string[] {
  return there
    .filter((part) => !findObject(made, part))
    .map(({ type, name }) => `The ${type} ${name} is named as Askwell's are, and is none of them.`);
}

/** Names of triggers may also be names of tables. */
function findObject(
  parts: readonly SchemaObject[],
  { type, name }: Pick<SchemaObject, 'type' | 'name'>,
): SchemaObject | undefined {
  return parts.find((part) => part.type === type && part.name === name);
}

/** The next migration would stumble over a version that is not told. */
function* checkRecordedVersion(version: number): Operation<string[]> {
  const rows = yield* all<{ version?: unknown }>`select * from askwell_schema limit 2`;
  const told = rows.map((row) => row.version);
  if (told.length === 1 && version > 0 && told[0] === version) return [];
  const shouldBe = version === 0 ? "the schema's version" : `the schema's version, ${version},`;
  return [`The table ${versionTable} should hold ${shouldBe} in one row, and holds ${told.join(', ') || 'nothing'}.`];
}

function objectsAt(version: number): SchemaObject[] {
  const database = sqliteDriver().open(':memory:', { mode: 'create', timeout: 0 });
  try {
    migrate(database, { shared: false, steps: migrations.slice(0, version) });
    return runOperation(selectAskwellObjects(), createConnection(database).execute);
  } finally {
    database.close();
  }
}
