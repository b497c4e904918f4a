import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { emptyDatabase } from '../../../test/support/store/test-database.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let servers: TestServer[];
let account: AccountObject;
beforeAll(async () => {
  const database = await emptyDatabase(join(await temporaryFolder(), 'askwell.db'));
  servers = [];
  for (let nth = 0; nth < 3; nth++) servers.push(await startService({ database }));
  account = (await createOwner(server(0).services)).session.account;
});
afterAll(async () => {
  for (const each of servers) await each.close();
});

const server = (nth: number): TestServer => servers[nth % servers.length] ?? expect.unreachable('There are servers.');

const parallel = <Result>(count: number, call: (nth: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => call(nth)));

const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'] } as const;

test('of 100 parallel calls through three instances, one creates the poll', async () => {
  const polls = await parallel(100, (nth) => server(nth).askwell.polls.ensure(account, 'lunch', lunch));
  expect(new Set(polls.map(({ id, version }) => `${id} ${version}`)).size).toBe(1);
  expect(await collect(server(1).askwell.polls.list(account))).toHaveLength(1);
});

test('of 100 parallel calls with a new definition, one updates the poll', async () => {
  const changed = { ...lunch, title: 'Dinner?' };
  const polls = await parallel(100, (nth) => server(nth).askwell.polls.ensure(account, 'lunch', changed));
  expect(new Set(polls.map(({ title, version }) => `${title} ${version}`))).toEqual(new Set(['Dinner? 2']));
});

test('parallel calls with different definitions all complete, and leave one poll with one of the definitions', async () => {
  const titles = ['A', 'B', 'C'];
  const ensured = await parallel(30, (nth) =>
    server(nth).askwell.polls.ensure(account, 'lunch', { ...lunch, title: titles[nth % 3] ?? '' }),
  );
  expect(new Set(ensured.map(({ id }) => id)).size).toBe(1);
  const [poll] = await collect(server(0).askwell.polls.list(account));
  expect(titles).toContain(poll?.title);
});

test('calls while the poll is deleted leave at most one poll', async () => {
  const poll = await server(0).askwell.polls.ensure(account, 'lunch', lunch);
  const deletion = server(1).askwell.polls.delete(account, poll.id);
  await parallel(30, (nth) => server(nth).askwell.polls.ensure(account, 'lunch', { ...lunch, title: `${nth % 3}` }));
  await deletion;
  const found = await server(2).askwell.polls.ensure(account, 'lunch', lunch);
  expect((await collect(server(0).askwell.polls.list(account))).map(({ id }) => id)).toEqual([found.id]);
});
