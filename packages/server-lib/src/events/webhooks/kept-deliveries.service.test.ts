import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { all, run } from '../../db/sql/statement.js';
import { leaseWebhooks } from './lease-webhooks.js';
import { deleteExpiredDeliveries, recordOutcomes } from './record-outcomes.js';

const at = Date.UTC(2026, 0, 31) * 1_000;
const month = 30 * 24 * 3_600 * 1_000_000;

let server: TestServer;
let key: string;
let id: number;
beforeAll(async () => {
  server = await startService({ webhooks: { send: false, lookup: async () => ['8.8.8.8'] } });
});
afterAll(() => server.close());
beforeEach(async () => {
  const owner = await createOwner(server.services);
  key = await owner.key();
  id = (await server.services.webhooks.create(owner.session.scope, { url: 'https://example.com/' })).row.id;
});

/** Inserts deliveries that were created at a time. Pending ones are replays, which are due. */
const insert = (count: number, { status = 'delivered', created = at } = {}) =>
  runDirectly(
    server.database,
    run`
      insert into askwell_deliveries (webhook_id, event_id, type, event_at, in_order, status, attempts, due_at, created_at)
      with recursive k (n) as (select 1 union all select n + 1 from k where n < ${count})
      select ${id}, 'evt_' || n, 'answer.created', ${at}, 0, ${status}, 1,
        case when ${status} = 'pending' then cast(${at} as bigint) end, ${created} from k`,
  );

const readStatuses = async () =>
  (
    await server.services.store.read(
      all<{ status: string }>`select status from askwell_deliveries where webhook_id = ${id}`,
    )
  ).map(({ status }) => status);

test('a webhook keeps the last 500 completed deliveries and all pending ones', async () => {
  const { store } = server.services;
  await insert(3, { status: 'pending' });
  await insert(510);
  await store.run(leaseWebhooks, { ids: [id], holder: 'sender', at, until: at + 10 });
  const nothing = { log: null, outcomes: [], failingSince: null, disable: null, release: null };
  expect(await store.run(recordOutcomes, { id, holder: 'sender', at, until: at + 10, ...nothing })).toEqual([]);
  const statuses = await readStatuses();
  expect([statuses.filter((status) => status === 'pending').length, statuses.length]).toEqual([3, 503]);
});

test('deliveries are deleted after 30 days, in batches of 500', async () => {
  const { store } = server.services;
  await insert(501, { created: at - month - 1 });
  await insert(2, { created: at - month });
  expect(await store.run(deleteExpiredDeliveries, { at })).toBe(true);
  expect(await store.run(deleteExpiredDeliveries, { at })).toBe(false);
  expect(await readStatuses()).toHaveLength(2);
});

test('at most 100 tests and replays can wait', async () => {
  await insert(99, { status: 'pending' });
  const send = () => call(server, 'POST', `/api/v1/webhooks/${id}/test`, { key });
  expect((await send()).status).toBe(201);
  const refused = await send();
  expect([refused.status, refused.at('message')]).toEqual([409, expect.stringContaining('Too many replays and tests')]);
});
