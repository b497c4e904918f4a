import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { whileMoving } from '../../../test/support/servers/while-moving.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { Receiver } from '../../../test/support/webhooks/receiver.js';
import type { ClockSource } from '../../base/clock.js';
import { run } from '../../db/sql/statement.js';
import { createTestClock, type TestClock } from '../../tools/testing/test-clock.js';

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };

let clock: TestClock;
let source: ClockSource;
let server: TestServer;
let owner: Owner;
let receiver: Receiver;
beforeEach(async () => {
  ({ clock, source } = createTestClock('2026-01-31'));
  server = await startService({ clock: source, metrics: {}, webhooks: { retryDelays: [5] } });
  owner = await createOwner(server.services);
  receiver = new Receiver(clock);
});
afterEach(() => server.close());

async function createWebhook() {
  const { row, secret } = await server.services.webhooks.create(owner.session.scope, { url: receiver.url });
  receiver.secret = secret;
  return row;
}

const createPoll = () => server.askwell.polls.create(owner.session.account, draft);

const metrics = () =>
  server.askwell
    .metrics()
    .split('\n')
    .filter((line) => line.startsWith('askwell_webhook'));

test('counts messages by outcome', async () => {
  const webhook = await createWebhook();
  receiver.answer = () => ({ status: receiver.attempts.length === 1 ? 503 : 204 });
  await createPoll();
  await clock.advance({ minutes: 1 });
  const { deliveries } = server.services;
  await whileMoving(clock, deliveries.test(owner.session.scope, webhook));
  receiver.stop();
  await createPoll();
  await clock.advance({ minutes: 1 });
  expect(metrics()).toEqual(
    expect.arrayContaining([
      'askwell_webhook_messages_sent_total{kind="event"} 1',
      'askwell_webhook_messages_sent_total{kind="test"} 1',
      'askwell_webhook_message_failures_total{kind="event",failure="status"} 1',
      'askwell_webhook_message_failures_total{kind="event",failure="connection"} 2',
      'askwell_webhook_message_retries_total{kind="event"} 2',
      'askwell_webhook_messages_expired_total 1',
    ]),
  );
});

test('counts webhooks that were disabled', async () => {
  await createWebhook();
  receiver.answer = () => ({ status: 410 });
  await createPoll();
  await clock.advance(0);
  expect(metrics()).toContain('askwell_webhooks_disabled_total{reason="gone"} 1');
});

test('reports how far webhooks are behind, unless their URLs fail', async () => {
  const { id } = await createWebhook();
  await createPoll();
  await clock.advance({ seconds: 10 });
  const lag = () => metrics().filter((line) => line.includes('_lag_'));
  expect(lag()).toEqual(['askwell_webhook_message_lag_changes 0', 'askwell_webhook_message_lag_seconds 0']);
  const until = (clock.now().getTime() + 3_600_000) * 1_000;
  await runDirectly(
    server.database,
    run`update askwell_webhooks set lease = 'another', lease_until = ${until} where id = ${id}`,
  );
  await createPoll();
  await clock.advance({ seconds: 20 });
  await createPoll();
  await clock.advance({ seconds: 10 });
  expect(lag()).toEqual(['askwell_webhook_message_lag_changes 2', 'askwell_webhook_message_lag_seconds 30']);
  await runDirectly(server.database, run`update askwell_webhooks set failing_since = 1 where id = ${id}`);
  await clock.advance({ seconds: 10 });
  expect(lag()).toEqual(['askwell_webhook_message_lag_changes 0', 'askwell_webhook_message_lag_seconds 0']);
});
