import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { type SocketServer, startServer } from '../../../test/support/servers/start-server.js';
import { insertAnswers } from '../../../test/support/store/insert-answers.js';
import { all } from '../../db/sql/statement.js';
import { deleteRowsByTable } from './delete-ask-rows.js';

let server: SocketServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('a deleted form with many answers leaves no texts in the files of the database', async () => {
  const account = (await createOwner(server.services)).session.account;
  const { id } = await server.askwell.forms.create(account, {
    title: 'Filled',
    fields: [{ type: 'long_text', label: 'Words' }],
  });
  await insertAnswers(server.database, id, 4_000);
  expect(isInFiles('text-')).toBe(true);
  await server.askwell.forms.delete(account, id);
  await vi.waitFor(() => expect(isInFiles('text-')).toBe(false), { timeout: 20_000, interval: 100 });
});

/**
 * Returns whether the files of the database contain a text. Another process reads them, since closing a file in this one would
 * release the locks of SQLite.
 */
function isInFiles(text: string): boolean {
  const files = [server.database, `${server.database}-wal`].filter((file) => existsSync(file));
  return files.some((file) => execFileSync('cat', [file], { maxBuffer: 64 * 1024 * 1024 }).includes(text));
}

// The log of changes belongs to the account. It says that the ask was deleted.
test('deleteRowsByTable contains each table with rows of asks', async () => {
  const tables = await server.services.store.read(all<{ name: string }>`
    select m.name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' and c.name = 'ask'
      and m.name <> 'askwell_changes' order by 1`);
  expect(tables.map(({ name }) => name)).toEqual([...Object.keys(deleteRowsByTable), 'askwell_counters'].sort());
});
