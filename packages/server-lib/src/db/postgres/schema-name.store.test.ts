import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readDocs } from '../../../test/support/docs/read-docs.js';
import { silentLogger } from '../../base/logger.js';
import { createAskwell } from '../../create-askwell.js';
import { writes } from '../../instance/registered-writes.js';
import { openStore, type StoreOptions } from '../open-store.js';
import type { Store } from '../store.js';
import { inspectPostgres } from './inspect-database.js';

/** A database of an app, which has its own tables in `public`. */
let url: URL;
let name: string;
let admin: pg.Client;
let host: pg.Pool;
const stores: Store[] = [];

beforeEach(async () => {
  name = `app_${randomBytes(8).toString('hex')}`;
  admin = new pg.Client(inject('postgresUrl'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  host = new pg.Pool({ connectionString: String(url) });
  await host.query('create table users (id integer primary key)');
});

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  // The server of the run is deleted with its databases.
  await host.end();
  await admin.end();
});

function open(options: Partial<StoreOptions> = {}): Store {
  const store = openStore({
    database: String(url),
    connections: 4,
    writes,
    reports: [],
    writer: 'inline',
    logger: silentLogger,
    ...options,
  });
  stores.push(store);
  return store;
}

async function closeAll(): Promise<void> {
  for (const store of stores.splice(0)) await store.close();
}

/** Returns the schemas that have tables, with one of them each. */
async function schemas(): Promise<string[]> {
  const { rows } = await host.query(
    `select distinct schemaname from pg_tables where tablename like 'askwell\\_%' order by 1`,
  );
  return rows.map(({ schemaname }) => schemaname);
}

const inspected = (database = String(url)): Promise<string> => inspectPostgres(database, async ({ schema }) => schema);

test.each(['URL', 'pool'])('a new database gets a separate schema, by %s', async (kind) => {
  const options = kind === 'URL' ? {} : { database: host };
  await Promise.all([open(options).ready(), open(options).ready(), open(options).ready()]);
  expect(await schemas()).toEqual(['askwell']);
  expect(await inspected()).toBe('askwell');
  await closeAll();
  await open(options).ready();
  expect(await schemas()).toEqual(['askwell']);
});

test('a database whose tables are in public keeps them there', async () => {
  await open({ schema: 'public' }).ready();
  await closeAll();
  await open().ready();
  expect([await schemas(), await inspected()]).toEqual([['public'], 'public']);
});

test('the statements of the documentation move existing tables', async () => {
  await open({ schema: 'public' }).ready();
  await closeAll();
  const section = /^## Schema$(.*?)^## /ms.exec(await readDocs('postgresql.md'))?.[1] ?? '';
  const [, statements = ''] = /```sql\n(BEGIN;.*?)```/s.exec(section) ?? [];
  await host.query(statements);
  expect([await schemas(), await inspected()]).toEqual([['askwell'], 'askwell']);
  await open().ready();
  expect(await schemas()).toEqual(['askwell']);
});

test('the tables in askwell are used if both schemas have tables', async () => {
  await open({ schema: 'public' }).ready();
  await open({ schema: 'askwell' }).ready();
  expect(await schemas()).toEqual(['askwell', 'public']);
  expect(await inspected()).toBe('askwell');
});

test('a setting takes precedence over existing tables', async () => {
  await open().ready();
  await open({ database: `${url}?schema=other` }).ready();
  expect([await schemas(), await inspected(`${url}?schema=other`)]).toEqual([['askwell', 'other'], 'other']);
});

test('reads and writes of an instance go to the schema that was found', async () => {
  const secret = '0123456789abcdef0123456789abcdef';
  const askwell = createAskwell({ database: host, secret, registration: 'closed', writer: 'inline' });
  const account = await askwell.accounts.ensure({ externalId: '1', name: 'Ada', email: 'ada@example.com' });
  const poll = await askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
  await askwell.polls.vote(poll.id, { choices: ['o1'] });
  expect((await askwell.polls.results(account, poll.id))?.votes_count).toBe(1);
  await askwell.close();
  expect((await host.query('select count(*)::int as n from askwell.askwell_answers')).rows).toEqual([{ n: 1 }]);
});

test('a user who may not create a schema learns what to run, and it helps', async () => {
  const role = `${name}_user`;
  await admin.query(`create role ${role} login password 'x'`);
  const own = new URL(url);
  own.username = role;
  own.password = 'x';
  await expect(open({ database: String(own) }).ready()).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringContaining(`run: CREATE SCHEMA "askwell" AUTHORIZATION "${role}"; Or set the option`),
  });
  await host.query(`create schema askwell authorization ${role}`);
  await open({ database: String(own) }).ready();
  expect(await schemas()).toEqual(['askwell']);
});
