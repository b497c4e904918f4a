import { afterEach, expect, test } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { Receiver, type Reply } from '../../../test/support/webhooks/receiver.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

let server: TestServer;
afterEach(() => server.close());

const { clock, source } = createTestClock('2026-01-31');

async function addWebhook({ session }: Owner): Promise<Receiver> {
  const receiver = new Receiver(clock);
  receiver.secret = (await server.services.webhooks.create(session.scope, { url: receiver.url })).secret;
  return receiver;
}

const createPoll = ({ session }: Owner) =>
  server.askwell.polls.create(session.account, { title: 'Lunch?', options: ['Soup', 'Salad'] });

test('slow webhooks of some accounts do not delay the webhooks of other accounts', async () => {
  server = await startService({ clock: source });
  const accounts = 6;
  const [allArrived, reply] = [createDeferred(), createDeferred<Reply>()];
  const slow: Owner[] = [];
  let arrived = 0;
  for (let nth = 0; nth < accounts; nth++) {
    const owner = await createOwner(server.services);
    slow.push(owner);
    for (let webhook = 0; webhook < 20; webhook++)
      (await addWebhook(owner)).answer = () => {
        if (++arrived === 8 * accounts) allArrived.resolve();
        return reply.promise;
      };
  }
  for (const owner of slow) await createPoll(owner);
  const sending = clock.advance(0);
  await allArrived.promise;

  const owner = await createOwner(server.services);
  const receiver = await addWebhook(owner);
  await createPoll(owner);
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(1);
  expect(arrived).toBe(8 * accounts);

  // The other webhooks of the accounts come next.
  reply.resolve({ status: 204 });
  await sending;
  await clock.advance({ seconds: 5 });
  expect(arrived).toBe(20 * accounts);
});
