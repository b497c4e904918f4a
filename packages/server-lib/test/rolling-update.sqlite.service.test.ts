import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from './support/http/http-client.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';
import { temporaryFolder } from './support/temporary-folder.js';

let folder: string;
let database: string;
let old: TestServer;
let poll: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
  old = await startService({ database });
  const owner = await old.askwell.accounts.ensure({ externalId: '1', name: 'Owner', email: 'owner@example.com' });
  poll = (await old.askwell.polls.create(owner, { title: 'Tea?', options: ['Yes', 'No'], one_per: null })).id;
});
afterEach(async () => {
  await old.close();
  await rm(folder, { recursive: true });
});

/** Changes the schema as a newer version would. */
function migrate(statements: string): void {
  const file = new Database(database);
  file.exec(`update askwell_schema set version = version + 1; ${statements}`);
  file.pragma(`user_version = ${Number(file.pragma('user_version', { simple: true })) + 1}`);
  file.close();
}

const vote = async (): Promise<number> =>
  (await call(old, 'POST', `/api/v1/polls/${poll}/votes`, { body: { choices: ['o1'] } })).status;

const countVotes = async (): Promise<number> => (await old.askwell.polls.results('1', poll)).votes_count;

test('an instance answers as before after a newer version has added to the schema', async () => {
  migrate('alter table askwell_answers add column added text');
  expect([await vote(), await countVotes()]).toEqual([201, 1]);
});

test('an instance stores nothing after a newer version has changed a table that it writes', async () => {
  migrate('alter table askwell_answers rename to askwell_moved_answers');
  expect(await vote()).toBe(500);
  migrate('alter table askwell_moved_answers rename to askwell_answers');
  expect([await vote(), await countVotes()]).toEqual([201, 1]);
});

test('an instance of the old version does not start again', async () => {
  migrate('alter table askwell_answers add column added text');
  await expect(startService({ database })).rejects.toThrow('schema version');
});
