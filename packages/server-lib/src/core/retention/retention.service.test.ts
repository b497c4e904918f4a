import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { day, purgeNow } from '../../../test/support/asks/purge-answers.js';
import { createHostedPageClient } from '../../../test/support/browser/hosted-page-client.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { Store } from '../../db/store.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import { createManualClock } from '../../tools/testing/manual-clock.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { createRetention } from './retention.js';

let server: TestServer;
let now: number;
let id: string;
let account: AccountObject;

beforeEach(async () => {
  now = Date.parse('2026-01-01T12:00:00Z');
  server = await startService({ clock: () => now });
  account = (await createOwner(server.services)).session.account;
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], keep_answers_days: 10 };
  id = (await server.askwell.polls.create(account, draft)).id;
});
afterEach(() => server.close());

async function votes(): Promise<number> {
  let count = 0;
  for await (const _ of server.askwell.polls.answers.list(account, id)) count++;
  return count;
}

test('deletes expired answers when the database is opened', async () => {
  await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
  await server.askwell.close();
  const { clock, source } = createTestClock(now + 11 * day);
  server = await startService({ database: server.database, clock: source });
  await clock.advance(0);
  expect(await votes()).toBe(0);
  expect((await server.askwell.polls.results(account, id)).votes_count).toBe(1);
});

test('deletes expired counts of visits of a poll without answers', async () => {
  const visit = () =>
    call(server, 'POST', `/embed/polls/${id}/progress`, {
      body: { steps: ['view'] },
      headers: { 'user-agent': 'Firefox' },
    });
  await visit();
  now += 9 * day;
  await visit();
  expect(await server.askwell.polls.funnel(account, id)).toMatchObject({ counted_since: '2026-01-01', views: 2 });
  now += 2 * day;
  await purgeNow(server.services);
  expect(await server.askwell.polls.funnel(account, id)).toMatchObject({ counted_since: '2026-01-10', views: 1 });
});

test('runs repeatedly, and not after it was stopped', async () => {
  const { store, logger } = server.services;
  const { clock, set } = createManualClock(now);
  const retention = createRetention({ store, clock, logger, changeDays: 30 });
  retention.start();
  retention.start();
  for (const name of ['Ann', 'Ben']) {
    await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: name });
    now += 11 * day;
    await set(now);
    expect(await votes()).toBe(0);
  }
  await retention.stop();
  await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: 'Cid' });
  now += 11 * day;
  const read = vi.spyOn(store, 'read');
  retention.start();
  await set(now);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
  expect(await votes()).toBe(1);
});

test('logs a failed run and tries again', async () => {
  const { store } = server.services;
  const { clock, set, advance } = createManualClock(now);
  const warnings: string[] = [];
  const warn = (_: object, message: string) => void warnings.push(message);
  let fails = true;
  const failing: Store = {
    pending: store.pending,
    ready: () => store.ready(),
    run: (write, input) => store.run(write, input),
    report: (report, input) => store.report(report, input),
    close: () => store.close(),
    async read(operation) {
      if (!fails) return store.read(operation);
      fails = false;
      throw new Error('The disk fails.');
    },
  };
  const logger = { ...server.services.logger, warn };
  const retention = createRetention({ store: failing, clock, logger, changeDays: 30 });
  await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
  now += 11 * day;
  await set(now);
  retention.start();
  await advance(0);
  expect(await votes()).toBe(1);
  await advance({ minutes: 1 });
  expect(await votes()).toBe(0);
  await retention.stop();
  expect(warnings).toEqual(['Failed to delete expired answers. The next attempt follows later.']);
});

test('shows results on the hosted page to a visitor whose answer was purged', async () => {
  const hosted = await createHostedPageClient(server);
  const poll = await hosted.poll({ keep_answers_days: 10, allow_change: true });
  const visitor = hosted.visitor();
  const voter = /name="\.voter" value="(\w+)"/.exec((await visitor.open(`/p/${poll}`)).text)?.[1] ?? '';
  const body = { choices: ['o1'], voter };
  const posted = await server.fetch(`${server.url}/api/v1/polls/${poll}/votes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(posted.status).toBe(201);
  now += 11 * day;
  await purgeNow(server.services);
  const page = await visitor.open(`/p/${poll}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain('You have already answered');
  expect(page.text).not.toContain('<form');
  expect(page.text).toMatch(/1 vote\b/);
});

test('deletes changes after the configured number of days, and keeps newer ones', async () => {
  const { store, logger, changes } = server.services;
  const owner = { account: account.id, site: null };
  const start = await changes.feed.head(owner);
  await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
  const middle = await changes.feed.head(owner);
  const request = { types: null, ask: null, limit: 10 };
  now += 3 * day;
  await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: 'Ben' });
  const { clock, advance } = createManualClock(now);
  const retention = createRetention({ store, clock, logger, changeDays: 2 });
  retention.start();
  await advance(0);
  await expect(changes.feed.read(owner, { ...request, after: start })).rejects.toMatchObject({ code: 'gone' });
  await retention.stop();
  const { events } = await changes.feed.read(owner, { ...request, after: middle });
  expect(events.map(({ type }) => type)).toEqual(['answer.created']);
});
