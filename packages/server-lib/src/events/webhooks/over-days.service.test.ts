import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CallOptions, call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { Receiver } from '../../../test/support/webhooks/receiver.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { signMessage } from './webhook-secret.js';

const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let owner: Owner;
let key: string;
let receiver: Receiver;

beforeAll(async () => {
  server = await startService({ clock: source, webhooks: { retryDelays: [5, 6 * 24 * 3_600, 5] } });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await createOwner(server.services);
  key = await owner.key();
  receiver = new Receiver(clock);
});

const send = (method: string, path: string, more: CallOptions = {}) =>
  call(server, method, `/api/v1/webhooks${path}`, { key, ...more });
const createPoll = () =>
  server.askwell.polls.create(owner.session.account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
const deliveriesOf = async (id: string) =>
  (await send('GET', `/${id}/deliveries?order=asc`)).at('data') as Record<string, unknown>[];

test('a webhook that has failed for five days is disabled, and after it is enabled again, it gets new events', async () => {
  receiver.answer = () => ({ status: 500 });
  const created = await send('POST', '', { body: { url: receiver.url } });
  receiver.secret = created.id('data.secret');
  const id = created.id('data.id');
  const first = await createPoll();
  await clock.advance(0);
  expect((await deliveriesOf(id))[0]).toMatchObject({ attempts: 1 });
  await clock.advance({ seconds: 6 });
  expect((await deliveriesOf(id))[0]).toMatchObject({ attempts: 2 });
  expect((await send('GET', `/${id}`)).at('data.enabled')).toBe(true);
  const another = await createPoll();
  await clock.advance({ days: 7 });
  expect((await send('GET', `/${id}`)).at('data.enabled')).toBe(false);
  for (const delivery of await deliveriesOf(id)) expect(delivery).toMatchObject({ status: 'failed' });
  await server.services.securityEvents.flush();
  const events = await server.services.securityEvents.list(owner.session.account.id);
  expect(events.filter(({ kind }) => kind === 'webhook_failing')).toHaveLength(1);
  expect([first.id, another.id]).toContain(receiver.attempts.at(-1)?.ask_id);

  await createPoll();
  const before = receiver.attempts.length;
  expect((await send('PATCH', `/${id}`, { body: { enabled: true } })).status).toBe(200);
  const later = await createPoll();
  await clock.advance(0);
  expect(receiver.attempts.slice(before)).toMatchObject([{ ask_id: later.id }]);
  // One failure does not disable it again, because earlier failures no longer count.
  expect((await deliveriesOf(id)).at(-1)).toMatchObject({ ask_id: later.id, status: 'pending', attempts: 1 });
  expect((await send('GET', `/${id}`)).at('data.enabled')).toBe(true);
  await send('DELETE', `/${id}`);
});

test('after a rotation, messages are signed with both secrets for 24 hours', async () => {
  const created = await send('POST', '', { body: { url: receiver.url } });
  const path = `/${created.id('data.id')}`;
  const old = created.id('data.secret');
  const current = (await send('POST', `${path}/rotate`)).id('data.secret');
  receiver.secret = current;

  /** Sends a message, and expects that exactly these secrets have signed it. */
  async function expectSignedBy(...secrets: string[]): Promise<void> {
    const before = receiver.messages.length;
    await createPoll();
    await clock.advance(0);
    expect(receiver.accepted).toHaveLength(before + 1);
    const { headers, body } = receiver.messages[before] ?? expect.unreachable();
    const seconds = Math.floor(clock.now().getTime() / 1_000);
    const message = { id: String(headers['webhook-id']), seconds, body };
    expect(headers).toMatchObject(signMessage(message, secrets));
  }

  await expectSignedBy(current, old);
  await clock.advance({ days: 1, milliseconds: -1 });
  await expectSignedBy(current, old);
  await clock.advance(1);
  await expectSignedBy(current);
});
