import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { one, run } from '../../store/sql/statement.js';
import { leaseWebhooks } from './outbox/lease-webhooks.js';
import type { SendOutcome } from './send-event.js';
import { type SessionOptions, WebhookSession } from './webhook-session.js';

const timeout = 400_000;
const lease = 2 * timeout;

let server: TestServer;
let now = Date.UTC(2026, 0, 31) * 1_000;
let id: number;
beforeAll(async () => {
  server = await startService({ webhooks: { send: false, lookup: async () => ['8.8.8.8'] } });
});
afterAll(() => server.close());
beforeEach(async () => {
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
  const held = await store.run(leaseWebhooks, { ids: [id], sender: 'sender', at: now, until: now + lease });
  return new WebhookSession(held[0] ?? expect.unreachable(), {
    ...{ store, sender: 'sender', lease, timeout, send },
    clock: { now: () => now, elapsed: () => now / 1_000 },
    isStopped: () => false,
    claim: async () => false,
    onDisabled: () => expect.unreachable(),
  });
}

const outcomeOf = (delivery: number): SendOutcome => ({
  isGone: false,
  attempt: {
    ...{ delivery, ask: null, status: 'delivered', attempts: 1, dueAt: null, at: now },
    ...{ responseStatus: 204, response: '', problem: null, duration: 1 },
  },
});

test('no message is sent when its attempt could last longer than the lease', async () => {
  let sent = 0;
  const session = await startSession(async (_webhook, delivery, requireLease) => {
    // It waited for a slot.
    now += lease - timeout;
    requireLease();
    sent++;
    return outcomeOf(delivery.id);
  });
  await expect(session.run()).rejects.toThrow('The lease of the webhook ends.');
  expect(sent).toBe(0);
});

test('the lease is extended while a message is under way', async () => {
  const [sent, response] = [createDeferred(), createDeferred()];
  const session = await startSession(async (_webhook, delivery) => {
    sent.resolve();
    await response.promise;
    return outcomeOf(delivery.id);
  });
  const running = session.run();
  await sent.promise;
  now += timeout;
  const readLease = async () =>
    (
      await server.services.store.read(
        one<{ lease_until: number }>`select lease_until from askwell_webhooks where id = ${id}`,
      )
    )?.lease_until;
  await expect.poll(readLease).toBe(now + lease);
  response.resolve();
  await running;
});
