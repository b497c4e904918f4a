import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type CallOptions, call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { signMessage } from '../webhook-secret.js';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
const patient = { timeout: 20_000 };

let now = Date.UTC(2026, 0, 31);
let server: TestServer;
let owner: Owner;
let key: string;
let url: string;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer: (response: ServerResponse) => void;
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  answer(response);
});

beforeAll(async () => {
  server = await startService({
    clock: () => now,
    webhooks: { allowHttp: true, allowedAddresses: ['127.0.0.1'], retryDelays: [5, 6 * 24 * 3_600, 5] },
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
});
afterAll(async () => {
  await server.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  owner = await createOwner(server.services);
  key = await owner.key();
  received.length = 0;
  answer = (response) => response.writeHead(204).end();
});

const send = (method: string, path: string, more: CallOptions = {}) =>
  call(server, method, `/api/v1/webhooks${path}`, { key, ...more });
const createPoll = () =>
  server.askwell.polls.create(owner.session.account.id, { title: 'Lunch?', options: ['Soup', 'Salad'] });
const deliveriesOf = async (id: string) =>
  (await send('GET', `/${id}/deliveries?order=asc`)).at('data') as Record<string, unknown>[];

/** Waits until an event was tried a number of times, and that is stored. */
const untilAttempts = (id: string, count: number) =>
  vi.waitFor(async () => expect((await deliveriesOf(id))[0]).toMatchObject({ attempts: count }), patient);

test('a webhook that has failed for five days is disabled, and gets the events from when it is enabled again', async () => {
  answer = (response) => response.writeHead(500).end();
  const id = (await send('POST', '', { body: { url } })).id('data.id');
  const first = await createPoll();
  await untilAttempts(id, 1);
  now += 6 * second;
  await untilAttempts(id, 2);
  expect((await send('GET', `/${id}`)).at('data.enabled')).toBe(true);
  now += 7 * day;
  const another = await createPoll();
  await vi.waitFor(async () => expect((await send('GET', `/${id}`)).at('data.enabled')).toBe(false), patient);
  for (const delivery of await deliveriesOf(id)) expect(delivery).toMatchObject({ status: 'failed' });
  await server.services.securityEvents.flush();
  const events = await server.services.securityEvents.list(owner.session.account.id);
  expect(events.filter(({ kind }) => kind === 'webhook_failing')).toHaveLength(1);
  expect([first.id, another.id]).toContain(JSON.parse(received.at(-1)?.body ?? '').ask_id);

  await createPoll();
  received.length = 0;
  expect((await send('PATCH', `/${id}`, { body: { enabled: true } })).status).toBe(200);
  const later = await createPoll();
  await vi.waitFor(() => expect(received).toHaveLength(1), patient);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ ask_id: later.id });
  // One failure disables it no more: the earlier ones do not count.
  const isStored = async () =>
    expect((await deliveriesOf(id)).at(-1)).toMatchObject({ ask_id: later.id, status: 'pending', attempts: 1 });
  await vi.waitFor(isStored, patient);
  expect((await send('GET', `/${id}`)).at('data.enabled')).toBe(true);
  await send('DELETE', `/${id}`);
});

test('after a rotation, messages have the signatures of both secrets for 24 hours', async () => {
  const created = await send('POST', '', { body: { url } });
  const path = `/${created.id('data.id')}`;
  const old = created.id('data.secret');
  const current = (await send('POST', `${path}/rotate`)).id('data.secret');

  /** Sends a message, and expects that exactly these secrets have signed it. */
  async function expectSignedBy(...secrets: string[]): Promise<void> {
    received.length = 0;
    expect((await send('POST', `${path}/test`)).at('data.status')).toBe('delivered');
    const { headers, body } = received[0] ?? expect.unreachable();
    const message = { id: String(headers['webhook-id']), seconds: Math.floor(now / 1_000), body };
    expect(headers).toMatchObject(signMessage(message, secrets));
  }

  await expectSignedBy(current, old);
  now += day - 1;
  await expectSignedBy(current, old);
  now += 1;
  await expectSignedBy(current);
});
