import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Askwell, type WebhookEvent } from '../src/index.js';
import { startServer, type TestServer } from './support/server.js';

let server: TestServer;
let askwell: Askwell;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  response.end();
});
let url: string;

beforeAll(async () => {
  server = await startServer({ webhooks: { allowHttp: true, allowedAddresses: ['127.0.0.0/8'] } });
  askwell = new Askwell({ apiKey: await server.createKey('Webhooks'), baseUrl: server.url });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await server.close();
});

/** Waits for a message, and verifies it. */
async function nextEvent(secret: string): Promise<WebhookEvent> {
  await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(0);
  const { headers, body } = received.shift() ?? expect.unreachable();
  const own = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return await askwell.webhooks.verify(body, own, secret);
}

test('webhooks receive events that can be verified, also after a replay and a rotation', async () => {
  const { id, secret } = await askwell.webhooks.create({ url, types: ['ask.created'] });
  const poll = await askwell.polls.create({ title: 'Lunch?', options: ['Soup', 'Salad'] });
  expect(await nextEvent(secret)).toMatchObject({ type: 'ask.created' });

  // The server notes a delivery after it has arrived.
  const deliveries = () => askwell.webhooks.deliveries(id).toArray();
  await expect.poll(deliveries, { timeout: 20_000 }).toMatchObject([{ type: 'ask.created', ask_id: poll.id }]);
  const [delivery] = await deliveries();
  const again = await askwell.webhooks.replay(id, delivery?.id ?? 0);
  expect(again.event_id).toBe(delivery?.event_id);
  expect(await nextEvent(secret)).toMatchObject({ type: 'ask.created' });
  expect((await askwell.webhooks.delivery(id, delivery?.id ?? 0)).event_id).toBe(delivery?.event_id);

  const rotated = await askwell.webhooks.rotate(id);
  expect(await askwell.webhooks.test(id)).toMatchObject({ type: 'webhook.test' });
  // Both secrets verify the message for a while.
  await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(0);
  received.push(...received);
  await nextEvent(secret);
  await nextEvent(rotated.secret);
});
