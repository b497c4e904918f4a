import { compareObjects, findObject, type SchemaObject } from '../check/schema-objects.js';
import { type Operation, runOperation } from '../operation.js';
import { all } from '../sql/statement.js';
import type { StoreCheck } from '../store-check.js';
import { sqliteDriver } from './choose-driver.js';
import { createConnection } from './connection.js';
import { migrateSqlite } from './migrate.js';
import { sqliteMigrations } from './migrations/index.js';
import { selectAskwellObjects } from './schema-objects.js';

/** The table with the version of the schema. */
const versionTable = 'askwell_schema';

/**
 * Compares the schema with the schema of the migrations. Without an index, for example, a visitor could answer twice.
 * Version 0 means that the version is unknown: then only its table is checked.
 */
export function schemaCheck(version: number): StoreCheck {
  return {
    name: 'its schema is as Askwell makes it',
    *find() {
      const there = yield* selectAskwellObjects();
      const made = version === 0 ? objectsAt(1).filter(({ name }) => name === versionTable) : objectsAt(version);
      return [
        ...compareObjects(version === 0 ? there.filter(({ name }) => name === versionTable) : there, made),
        ...(findObject(there, { type: 'table', name: versionTable }) ? yield* checkRecordedVersion(version) : []),
      ];
    },
  };
}

/** The next migration needs the version. */
function* checkRecordedVersion(version: number): Operation<string[]> {
  const rows = yield* all<{ version?: unknown }>`select * from askwell_schema limit 2`;
  const found = rows.map((row) => row.version);
  if (found.length === 1 && version > 0 && found[0] === version) return [];
  const expected = version === 0 ? "the schema's version" : `the schema's version, ${version},`;
  return [
    `The table ${versionTable} must contain ${expected} in one row, but contains ${found.join(', ') || 'nothing'}.`,
  ];
}

function objectsAt(version: number): SchemaObject[] {
  const database = sqliteDriver().open(':memory:', { mode: 'create', timeout: 0 });
  try {
    migrateSqlite(database, { shared: false, steps: sqliteMigrations.slice(0, version) });
    return runOperation(selectAskwellObjects(), createConnection(database).execute);
  } finally {
    database.close();
  }
}
