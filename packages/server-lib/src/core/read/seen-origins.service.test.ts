import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { createSeenOrigins } from './seen-origins.js';

const { clock, source } = createTestClock('2026-01-31T09:00:00Z');
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: source, baseUrl: 'https://askwell.example' });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const newPoll = async (more: { site_id?: number } = {}) =>
  (await server.askwell.polls.create(owner.session.account, { title: 'Lunch?', options: ['Soup', 'Pie'], ...more })).id;
const load = (poll: string, origin: string) =>
  call(server, 'GET', `/embed/polls/${poll}`, { headers: { origin, 'sec-fetch-site': 'cross-site' } });

async function seenOrigins(poll: string) {
  const found = await server.services.polls.asks.find(owner.session.scope, poll);
  return server.services.seenOrigins.list(found?.ask.seq ?? 0);
}

test('remembers when each website last loaded a poll, most recent first', async () => {
  const poll = await newPoll();
  const first = clock.now().getTime();
  await load(poll, 'https://shop.example');
  await load(poll, 'http://localhost:5173');
  await clock.advance(60_000);
  await load(poll, 'https://shop.example');
  expect(await seenOrigins(poll)).toEqual([
    { origin: 'https://shop.example', at: clock.now().getTime() * 1000 },
    { origin: 'http://localhost:5173', at: first * 1000 },
  ]);
  expect(await seenOrigins(await newPoll())).toEqual([]);
});

test('ignores the hosted pages, requests without an origin, and live results', async () => {
  const poll = await newPoll();
  await load(poll, 'https://askwell.example');
  await call(server, 'GET', `/embed/polls/${poll}`);
  await call(server, 'HEAD', `/embed/polls/${poll}/live`, { headers: { origin: 'https://shop.example' } });
  expect(await seenOrigins(poll)).toEqual([]);
});

test('counts only the allowed origins of a site', async () => {
  const site = await server.services.sites.create(owner.session.scope, {
    name: 'Shop',
    origins: ['https://shop.example'],
  });
  const poll = await newPoll({ site_id: site.id });
  expect((await load(poll, 'https://thief.example')).status).toBe(403);
  expect((await load(poll, 'https://shop.example')).status).toBe(200);
  expect((await seenOrigins(poll)).map(({ origin }) => origin)).toEqual(['https://shop.example']);
});

test.each([
  'null',
  '*',
  'file://',
  'chrome-extension://abcdefgh',
  'https://shop.example/path',
  'https://SHOP.example',
  'https://user@shop.example',
  'https://shop.example:443',
  'https://<b>',
  `https://${'a'.repeat(246)}`,
])('ignores %j, which no website sends as its origin', (origin) => {
  const seen = createSeenOrigins({ now: () => 1 });
  seen.record(1, origin);
  expect(seen.list(1)).toEqual([]);
});

test('accepts an origin of 253 characters', () => {
  const seen = createSeenOrigins({ now: () => 1 });
  const origin = `https://${'a.'.repeat(122)}a`;
  expect(origin).toHaveLength(253);
  seen.record(1, origin);
  expect(seen.list(1)).toEqual([{ origin, at: 1 }]);
});

test('keeps at most ten origins of an ask, and the asks that were loaded most recently', () => {
  const seen = createSeenOrigins({ now: () => 1 });
  for (let ask = 0; ask < 2_001; ask++) seen.record(ask, 'https://shop.example');
  for (let site = 0; site < 11; site++) {
    seen.record(2_000, `https://s${site}.example`);
    seen.record(2_000, 'https://s0.example');
  }
  expect(seen.list(0)).toEqual([]);
  expect(seen.list(1)).toHaveLength(1);
  expect(seen.list(2_000).map(({ origin }) => origin)).toEqual([
    'https://s0.example',
    ...[10, 9, 8, 7, 6, 5, 4, 3, 2].map((site) => `https://s${site}.example`),
  ]);
});
