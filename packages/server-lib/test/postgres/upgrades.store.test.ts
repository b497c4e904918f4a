import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger.js';
import { openStore } from '../../src/db/open-store.js';
import { migratePostgres } from '../../src/db/postgres/migrate.js';
import { oldestCompatibleVersion, postgresMigrations } from '../../src/db/postgres/migrations/index.js';
import type { Store } from '../../src/db/store.js';
import { writes } from '../../src/instance/registered-writes.js';
import { call, newAddress } from '../support/http/http-client.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startServer } from '../support/servers/start-server.js';
import { newSchema } from '../support/store/test-database.js';

let pool: pg.Pool;
let database: string;
let schema: string;
beforeAll(() => {
  pool = new pg.Pool({ connectionString: newSchema().split('?')[0] });
});
afterAll(() => pool.end());

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

function newDatabase(): void {
  database = newSchema();
  schema = database.split('?schema=')[1] ?? '';
}

function openNew(more: object = {}): Store {
  const store = openStore({ database, writes, reports: [], logger: silentLogger, ...more });
  stores.push(store);
  return store;
}

/** Upgrades the database as the next version of Askwell would. */
const upgrade = (oldestCompatible: number) =>
  migratePostgres(pool, {
    schema,
    secret: undefined,
    target: {
      migrations: [
        ...postgresMigrations,
        'alter table askwell_sites add column color text; create table askwell_next (n bigint)',
      ],
      oldestCompatible,
    },
  });

const version = async () =>
  (await pool.query(`select version, oldest_compatible from "${schema}".askwell_schema`)).rows;

test('of ten instances that start on an empty database at once, one migrates', async () => {
  newDatabase();
  await Promise.all(Array.from({ length: 10 }, () => openNew().ready()));
  expect(await version()).toEqual([{ version: postgresMigrations.length, oldest_compatible: oldestCompatibleVersion }]);
});

test('instances of this version continue to work, and can start, after a compatible upgrade', async () => {
  newDatabase();
  const server = await startServer({ database, trustProxy: ['127.0.0.1'] });
  const owner = await createOwner(server.services);
  const { id } = await server.askwell.polls.create(owner.session.account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
  });
  const vote = async (): Promise<number> => {
    const headers = { 'X-Forwarded-For': newAddress() };
    return (await call(server, 'POST', `/api/v1/polls/${id}/votes`, { body: { choices: ['o1'] }, headers })).status;
  };
  const voting = Promise.all(Array.from({ length: 20 }, vote));
  await upgrade(oldestCompatibleVersion);
  expect(await voting).toEqual(Array.from({ length: 20 }, () => 201));
  await server.services.sites.create(owner.session.scope, { name: 'Site', origins: [] });
  expect(await vote()).toBe(201);
  // It neither migrates back nor records its own version.
  await openNew().ready();
  expect(await version()).toEqual([
    { version: postgresMigrations.length + 1, oldest_compatible: oldestCompatibleVersion },
  ]);
  await server.close();
});

test('an instance of this version does not start after an incompatible upgrade', async () => {
  newDatabase();
  await openNew().ready();
  await upgrade(postgresMigrations.length + 1);
  await expect(openNew().ready()).rejects.toThrow(
    `This database has schema version ${postgresMigrations.length + 1}; this Askwell knows up to ${postgresMigrations.length}.`,
  );
});

test('an interrupted upgrade changes nothing', async () => {
  newDatabase();
  await openNew().ready();
  const target = {
    migrations: [...postgresMigrations, 'create table askwell_next (n bigint)', 'select broken'],
    oldestCompatible: 1,
  };
  await expect(migratePostgres(pool, { schema, secret: undefined, target })).rejects.toThrow('broken');
  expect(await version()).toEqual([{ version: postgresMigrations.length, oldest_compatible: oldestCompatibleVersion }]);
  const { rows } = await pool.query('select to_regclass($1) as found', [`"${schema}".askwell_next`]);
  expect(rows).toEqual([{ found: null }]);
});

test('an instance with another secret does not start', async () => {
  newDatabase();
  const withSecret = (letter: string) => ({ secret: () => ({ fingerprint: letter.repeat(64), replaces: false }) });
  await openNew(withSecret('a')).ready();
  await openNew(withSecret('a')).ready();
  await expect(openNew(withSecret('b')).ready()).rejects.toThrow('This database was created with another secret.');
});

test('a server that may lose commits is refused', async () => {
  newDatabase();
  const options = encodeURIComponent('-c synchronous_commit=off');
  const store = openStore({
    database: `${database}&options=${options}`,
    writes,
    reports: [],
    logger: silentLogger,
  });
  stores.push(store);
  await expect(store.ready()).rejects.toThrow('synchronous_commit is off');
});
