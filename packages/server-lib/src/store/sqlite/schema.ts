import Database from 'better-sqlite3';
import type { Check } from '../check.js';
import { perform } from '../operation.js';
import { all } from '../statement.js';
import { createConnection } from './connection.js';
import { migrate } from './migrate.js';
import { migrations } from './migrations/index.js';

/** A table, an index or a trigger, and what makes it. */
interface Part {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/**
 * Whether all that the migrations make is there as they make it. An index that is gone lets somebody answer twice, and
 * without its triggers a change to an account or a key may not be noticed.
 */
export function schemaAt(version: number): Check {
  return {
    name: 'its schema is as Askwell makes it',
    *find() {
      const there = new Map((yield* ours()).map((part) => [part.name, part]));
      return partsAt(version).flatMap(({ type, name, sql }) => {
        const found = there.get(name);
        if (found === undefined) return [`The ${type} ${name} is missing.`];
        return found.sql === sql ? [] : [`The ${type} ${name} is not as Askwell makes it: ${found.sql}`];
      });
    },
  };
}

/** The rest is a host's, or SQLite's own. */
function ours() {
  return all<Part>`
    select type, name, sql from sqlite_schema where name like ${'askwell!_%'} escape '!' order by type, name`;
}

function partsAt(version: number): Part[] {
  const database = new Database(':memory:');
  try {
    migrate(database, { shared: false, steps: migrations.slice(0, version) });
    return perform(ours(), createConnection(database).execute);
  } finally {
    database.close();
  }
}
