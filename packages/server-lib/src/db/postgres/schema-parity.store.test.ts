import { expect, test } from 'vitest';
import { newSchema } from '../../../test/support/store/test-database.js';
import { testWrites } from '../../../test/support/store/test-writes.js';
import { silentLogger } from '../../base/logger.js';
import { openStore } from '../open-store.js';
import { all } from '../sql/statement.js';

/** Each database has its own version table. Passed as a value, because table names in statements get the schema. */
const versionTable = 'askwell_schema';

/** The counts of limits, which SQLite has in memory or in a separate file. */
const limitsTable = 'askwell_limits';
const commitsTable = 'askwell_commits';

interface Column {
  table: string;
  name: string;
  type: string;
  required: number;
}

const open = (database: string) => openStore({ database, writes: testWrites, logger: silentLogger, writer: 'inline' });

test('PostgreSQL has the tables and columns of SQLite', async () => {
  const sqlite = open(':memory:');
  const postgres = open(newSchema());
  try {
    const expected = await sqlite.read(all<Column>`
      select t.name as "table", c.name, c.type, c."notnull" or c.pk > 0 as required
      from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name like 'askwell_%' and t.name <> ${versionTable} order by t.name, c.name`);
    const found = await postgres.read(all<Column>`
      select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = (select relnamespace from pg_class where oid = cast('askwell_asks' as regclass))
        and c.relname not in (${versionTable}, ${limitsTable}, ${commitsTable}) order by c.relname collate "C", a.attname collate "C"`);
    expect(found).toEqual(expected.map((column) => ({ ...column, type: types[column.type] ?? column.type })));
  } finally {
    await Promise.all([sqlite.close(), postgres.close()]);
  }
});

/** The types of PostgreSQL, by the types of SQLite. */
const types: Readonly<Record<string, string>> = {
  INTEGER: 'bigint',
  TEXT: 'text',
  BLOB: 'bytea',
  integer: 'bigint',
  blob: 'bytea',
};
