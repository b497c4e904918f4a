import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { AskwellError } from '../../base/errors.js';
import { all, one, run } from '../../db/sql/statement.js';
import { type LeasedWebhook, leaseWebhooks, releaseWebhook, selectWebhooksWithWork } from './lease-webhooks.js';
import { maxPendingEvents } from './limits.js';
import { createLogReader, type PendingEvent } from './read-events.js';
import { type Attempt, type OutcomeRecord, recordOutcomes } from './record-outcomes.js';
import { WebhookSession } from './webhook-session.js';

const at = Date.UTC(2026, 0, 31) * 1_000;

let server: TestServer;
let owner: Owner;
let id: number;
beforeAll(async () => {
  server = await startService({ webhooks: { send: false, lookup: async () => ['8.8.8.8'] } });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await createOwner(server.services);
  const { row } = await server.services.webhooks.create(owner.session.scope, { url: 'https://example.com/' });
  id = row.id;
});

const lease = (holder: string, more: { at?: number; until?: number } = {}): Promise<LeasedWebhook[]> =>
  server.services.store.run(leaseWebhooks, { ids: [id], holder, at, until: at + 10, ...more });

const readPosition = async () =>
  (await server.services.store.read(one<{ position: string }>`select position from askwell_webhooks where id = ${id}`))
    ?.position ?? '';

/** Reads events of asks from the log, by their names: `a1` is the first event of the ask `a`. */
async function readPage(webhook: number, names: readonly string[]) {
  const { store, clock, logger } = server.services;
  const from = await readPosition();
  const events = names.map((name) => ({
    id: `evt_${name}`,
    type: 'answer.created' as const,
    at: '2026-01-31T00:00:00.000000Z',
    data: null,
    ask_id: `poll_${name[0]}`,
    answer_id: `vote_${name}`,
  }));
  const feed = {
    read: async () => ({ events, next: `${from}.${names}`, isAtEnd: false, lastSeq: 0 }),
    head: () => expect.unreachable(),
  };
  const leased = { id: webhook, account_id: owner.session.account.id, site_id: null, url: '' };
  return createLogReader({ store, clock, logger, feed })(
    { ...leased, secret: Buffer.alloc(0), old_secret: null, old_secret_until: null, failing_since: null },
    { position: from, types: '[]' },
  );
}

const nothing = { release: null, log: null, outcomes: [], failingSince: null, disable: null };

/** Adds unsent events of asks to the deliveries. Returns whether the sender has the lease of the webhook. */
async function claim(
  holder: string,
  names: readonly string[],
  more: { readonly from?: string } = {},
): Promise<boolean> {
  const { events, blocked: _, ...log } = await readPage(id, names);
  const outcomes = events.map((event) => ({ event, attempt: null }));
  const input = { ...nothing, id, holder, at, until: at + 20, log: { ...log, ...more }, outcomes };
  return (await server.services.store.run(recordOutcomes, input)) !== undefined;
}

interface StoredDelivery {
  id: number;
  name: string;
  status: string;
  due_at: number | null;
}

const readDeliveries = () =>
  server.services.store.read(all<StoredDelivery>`
    select id, replace(event_id, 'evt_', '') as name, status, due_at from askwell_deliveries where webhook_id = ${id}
    order by id`);

/** Adds deliveries of the events `1`, `2` and so on. */
const insertDeliveries = (count: number, status: 'pending' | 'delivered') =>
  runDirectly(
    server.database,
    run`
      insert into askwell_deliveries (webhook_id, event_id, type, event_at, in_order, status, attempts, created_at)
      with recursive k (n) as (select 1 union all select n + 1 from k where n < ${count})
      select ${id}, 'evt_' || n, 'answer.created', ${at}, 1, ${status}, 0, ${at} from k`,
  );

/** Returns when each event is due. */
const readDue = async () => Object.fromEntries((await readDeliveries()).map(({ name, due_at }) => [name, due_at]));

/** Stores the outcome of an attempt to send an event. Returns whether the sender has the lease of the webhook. */
async function record(name: string, made: Partial<Attempt>, more: Partial<OutcomeRecord> = {}): Promise<boolean> {
  const [event] = await server.services.store.read(all<PendingEvent>`
    select id, event_id, type, ask_id, answer_id, event_at, in_order, attempts from askwell_deliveries
    where webhook_id = ${id} and event_id = ${`evt_${name}`}`);
  const attempt: Attempt = {
    ask: `poll_${name[0]}`,
    status: 'delivered',
    attempts: 1,
    dueAt: null,
    at,
    responseStatus: 500,
    response: '',
    problem: null,
    duration: 1,
    ...made,
  };
  const outcomes = [{ event: event ?? expect.unreachable(), attempt }];
  const input = { ...nothing, id, holder: 'first', at, until: at + 10, outcomes, ...more };
  return (await server.services.store.run(recordOutcomes, input)) !== undefined;
}

test('one sender has a webhook until its lease ends, and can no longer change it afterwards', async () => {
  expect(await lease('first')).toMatchObject([{ id }]);
  expect(await lease('second', { at: at + 10 })).toEqual([]);
  expect(await claim('second', ['a1'])).toBe(false);
  expect(await lease('second', { at: at + 11, until: at + 20 })).toMatchObject([{ id }]);
  expect(await claim('first', ['a1'])).toBe(false);
  expect(await claim('second', ['a1'])).toBe(true);
  expect(await record('a1', {})).toBe(false);
  await server.services.store.run(releaseWebhook, { id, holder: 'first', at, wakeAt: 0 });
  expect(await lease('third', { at: at + 20 })).toEqual([]);
  expect(await readDeliveries()).toMatchObject([{ name: 'a1', status: 'pending', due_at: at }]);
});

test('events are added once, at the position where they were read', async () => {
  await lease('first');
  const from = await readPosition();
  expect(await claim('first', ['a1'])).toBe(true);
  expect(await claim('first', ['a2'], { from })).toBe(false);
  // Two entries of the log can name the same answer.
  expect(await claim('first', ['a1', 'b1'])).toBe(true);
  expect((await readDeliveries()).map(({ name }) => name)).toEqual(['a1', 'b1']);
});

test.each([1, 2_000])('events of one claim are added in their order, after %s others', async (others) => {
  await lease('first');
  await insertDeliveries(others, 'delivered');
  await runDirectly(server.database, run`analyze askwell_deliveries`);
  const names = Array.from({ length: 50 }, (_, nth) => `a${nth}`);
  await claim('first', names);
  const added = (await readDeliveries()).map(({ name }) => name).filter((name) => name.startsWith('a'));
  expect(added).toEqual(names);
});

test('events of an ask wait after a failed event, and are sent when it has been delivered or its attempts are used up', async () => {
  await lease('first');
  await claim('first', ['a1', 'a2', 'b1']);
  const retryAt = at + 5;
  await record('a1', { status: 'pending', dueAt: retryAt });
  expect(await readDue()).toEqual({ a1: retryAt, a2: null, b1: at });
  await claim('first', ['a3', 'b2']);
  expect(await readDue()).toEqual({ a1: retryAt, a2: null, a3: null, b1: at, b2: at });
  await record('a1', { attempts: 2 });
  expect(await readDue()).toEqual({ a1: null, a2: at, a3: at, b1: at, b2: at });
  await record('b1', { status: 'pending', dueAt: retryAt });
  await record('b1', { status: 'failed', attempts: 2 });
  expect(await readDue()).toMatchObject({ b1: null, b2: at });
});

test('a disabled webhook has no pending events, and no sender can lease it', async () => {
  await lease('first');
  await claim('first', ['a1', 'a2', 'b1']);
  expect(await record('a1', { status: 'failed' }, { disable: 'failing' })).toBe(true);
  expect((await readDeliveries()).map(({ status, due_at }) => [status, due_at])).toEqual(
    Array(3).fill(['failed', null]),
  );
  const stored = one`select enabled, disabled_reason, lease from askwell_webhooks where id = ${id}`;
  expect(await server.services.store.read(stored)).toEqual({ enabled: 0, disabled_reason: 'failing', lease: null });
  expect(await lease('second', { at: at + 20 })).toEqual([]);
  expect(await claim('first', ['a3'])).toBe(false);
});

/** Sends the waiting events of a webhook, and returns their number. */
async function serve(webhook: LeasedWebhook): Promise<number> {
  const { store, clock, logger, changes } = server.services;
  let sent = 0;
  const session = new WebhookSession(webhook, {
    store,
    clock,
    holder: 'first',
    lease: at,
    timeout: 1_000_000,
    isStopped: () => false,
    restAfter: () => 0,
    readLogPage: createLogReader({ store, clock, logger, feed: changes.feed }),
    onDisabled: () => expect.unreachable(),
    async send({ ask_id }) {
      sent++;
      const attempt = { ask: ask_id, status: 'delivered', attempts: 1, dueAt: null, at } as const;
      return { isGone: false, attempt: { ...attempt, responseStatus: 204, response: '', problem: null, duration: 1 } };
    },
  });
  await session.run();
  return sent;
}

test('no further events are added while 5,000 are pending', async () => {
  const leaseNow = async () => (await lease('first', { until: at * 2 }))[0] ?? expect.unreachable();
  const webhook = await leaseNow();
  await insertDeliveries(maxPendingEvents, 'pending');
  await server.askwell.polls.create(owner.session.account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
  expect(await serve(webhook)).toBe(0);
  await leaseNow();
  await record('1', { status: 'delivered' }, { until: at * 2 });
  expect(await serve(webhook)).toBe(1);
  const statuses = (await readDeliveries()).map(({ status }) => status);
  expect([statuses.length, statuses.filter((status) => status === 'pending').length]).toEqual([
    maxPendingEvents + 1,
    maxPendingEvents - 1,
  ]);
});

test('a webhook whose next changes were deleted continues with new changes, and a warning is logged', async () => {
  const { store, clock } = server.services;
  const warnings: string[] = [];
  const logger = { info() {}, error() {}, warn: (_details: object, message: string) => void warnings.push(message) };
  const readAfter = async (code: 'gone' | 'unavailable') => {
    const feed = { read: () => Promise.reject(new AskwellError(code)), head: async () => 'the end' };
    return createLogReader({ store, clock, logger, feed })(webhook, { position: await readPosition(), types: '[]' });
  };
  const [webhook = expect.unreachable()] = await lease('first', { until: at * 2 });
  await expect(readAfter('unavailable')).rejects.toMatchObject({ code: 'unavailable' });
  expect(warnings).toEqual([]);
  const { events, blocked, ...log } = await readAfter('gone');
  expect([events, blocked]).toEqual([[], new Set()]);
  expect(await store.run(recordOutcomes, { ...nothing, id, holder: 'first', at, until: at + 10, log })).toEqual([]);
  expect(await readPosition()).toBe('the end');
  expect(warnings).toEqual([expect.stringContaining('has missed changes')]);
});

test('accounts take turns, up to their share, and webhooks that have waited longest come first', async () => {
  const { store, webhooks } = server.services;
  // At that time, webhooks of other tests have nothing to send.
  const later = at + 1_000_000;
  /** Adds webhooks that have waited since a time, each a little less than the previous one. */
  const add = async ({ session }: Owner, count: number, since: number) => {
    const ids: number[] = [];
    for (let nth = 0; nth < count; nth++) {
      const { row } = await webhooks.create(session.scope, { url: 'https://example.com/' });
      await runDirectly(
        server.database,
        run`
          insert into askwell_deliveries (webhook_id, event_id, type, event_at, in_order, status, attempts, due_at, created_at)
          values (${row.id}, 'evt_1', 'webhook.test', ${later}, 0, 'pending', 0, ${later}, ${later})`,
      );
      await runDirectly(
        server.database,
        run`update askwell_webhooks set lease_until = ${since + ids.length} where id = ${row.id}`,
      );
      ids.push(row.id);
    }
    return ids;
  };
  await runDirectly(server.database, run`update askwell_webhooks set enabled = 0`);
  const [many, few] = [
    await add(await createOwner(server.services), 6, 0),
    // They have waited less than all webhooks of the other account.
    await add(await createOwner(server.services), 2, 100),
  ];
  const search = (limit: number, perAccount = 4) =>
    store.read(selectWebhooksWithWork({ at: later, holder: 'one', perAccount, limit }));
  const ids = async (...args: Parameters<typeof search>) => (await search(...args)).map(({ id: found }) => found);
  const turns = [many[0], few[0], many[1], few[1], many[2], many[3]];
  expect(await ids(100)).toEqual(turns);
  expect(await ids(3)).toEqual(turns.slice(0, 3));
  // The process serves two webhooks of the account already. Webhooks that another process serves do not count.
  const lease = { at: later, until: later + 10 };
  await store.run(leaseWebhooks, { ...lease, ids: many.slice(0, 2), holder: 'one' });
  await store.run(leaseWebhooks, { ...lease, ids: many.slice(2, 3), holder: 'two' });
  expect(await ids(100)).toEqual([few[0], few[1], many[3], many[4]]);
  expect(await ids(100, 2)).toEqual([few[0], few[1]]);
});
