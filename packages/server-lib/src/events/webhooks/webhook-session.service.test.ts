import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { afterWrite } from '../../../test/support/store/after-write.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { one, run } from '../../db/sql/statement.js';
import { createManualClock, type ManualClock } from '../../tools/testing/manual-clock.js';
import { leaseWebhooks } from './lease-webhooks.js';
import { recordOutcomes } from './record-outcomes.js';
import type { SendOutcome } from './send-event.js';
import { type SessionOptions, WebhookSession } from './webhook-session.js';

const timeout = 400_000;
const lease = 2 * timeout;

let server: TestServer;
let time: ManualClock;
let id: number;
beforeAll(async () => {
  server = await startService({ webhooks: { send: false, lookup: async () => ['8.8.8.8'] } });
});
afterAll(() => server.close());
beforeEach(async () => {
  time = createManualClock(Date.UTC(2026, 0, 31));
  const now = time.clock.now();
  const owner = await createOwner(server.services);
  id = (await server.services.webhooks.create(owner.session.scope, { url: 'https://example.com/' })).row.id;
  await runDirectly(
    server.database,
    run`
      insert into askwell_deliveries (webhook_id, event_id, type, event_at, in_order, status, attempts, due_at, created_at)
      values (${id}, 'evt_1', 'webhook.test', ${now}, 0, 'pending', 0, ${now}, ${now})`,
  );
});

/** Leases the webhook, and creates a session that sends its event. */
async function startSession(send: SessionOptions['send']): Promise<WebhookSession> {
  const { store } = server.services;
  const now = time.clock.now();
  const held = await store.run(leaseWebhooks, { ids: [id], holder: 'sender', at: now, until: now + lease });
  return new WebhookSession(held[0] ?? expect.unreachable(), {
    store,
    holder: 'sender',
    lease,
    timeout,
    send,
    clock: time.clock,
    isStopped: () => false,
    readLogPage: () => expect.unreachable(),
    restAfter: () => 0,
    onDisabled: () => expect.unreachable(),
  });
}

const outcomeOf = (): SendOutcome => ({
  isGone: false,
  attempt: {
    ask: null,
    status: 'delivered',
    attempts: 1,
    dueAt: null,
    at: time.clock.now(),
    responseStatus: 204,
    response: '',
    problem: null,
    duration: 1,
  },
});

test('no message is sent if its attempt could last longer than the lease', async () => {
  let sent = 0;
  const session = await startSession(async (_event, requireLease) => {
    // It waited for a slot.
    await time.advance((lease - timeout) / 1_000);
    requireLease();
    sent++;
    return outcomeOf();
  });
  await expect(session.run()).rejects.toThrow('The lease of the webhook ends.');
  expect(sent).toBe(0);
});

test('the lease is extended while a message is being sent', async () => {
  const [sent, response] = [createDeferred(), createDeferred()];
  const session = await startSession(async () => {
    sent.resolve();
    await response.promise;
    return outcomeOf();
  });
  const running = session.run();
  await sent.promise;
  const extended = afterWrite(server.services.store, recordOutcomes);
  await time.advance(timeout / 1_000);
  await extended;
  const readLease = async () =>
    (
      await server.services.store.read(
        one<{ lease_until: number }>`select lease_until from askwell_webhooks where id = ${id}`,
      )
    )?.lease_until;
  expect(await readLease()).toBe(time.clock.now() + lease);
  response.resolve();
  await running;
});
