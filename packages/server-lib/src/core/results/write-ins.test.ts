import { expect, test } from 'vitest';
import { createRenderer } from '../../db/sql/render-sql.js';
import { Query } from '../../db/sql/statement.js';
import { openInMemory } from '../../db/sqlite/open-database.js';
import { selectWriteIns } from '../answers/answer-queries.js';

test('reads the most frequent write-ins in index order', () => {
  const { database } = openInMemory(':memory:');
  const query = selectWriteIns(1, 'choice');
  if (!(query instanceof Query)) return expect.unreachable('It is one statement.');
  const { text, values } = createRenderer({ dialect: 'sqlite', placeholder: () => '?' })(query.strings, query.values);
  const plan = JSON.stringify(database.prepare(`explain query plan ${text}`).all(values));
  expect(plan).toContain('askwell_write_ins_by_votes');
  expect(plan).not.toContain('TEMP B-TREE');
  database.close();
});
