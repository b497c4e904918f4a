import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { Receiver } from '../../../test/support/webhooks/receiver.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };
const { clock, source } = createTestClock('2026-01-31');

let server: TestServer;
let account: AccountObject;
let receiver: Receiver;
beforeEach(async () => {
  server = await startService({ clock: source });
  const { session } = await createOwner(server.services);
  account = session.account;
  receiver = new Receiver(clock);
  receiver.secret = (await server.services.webhooks.create(session.scope, { url: receiver.url })).secret;
});
afterEach(() => server.close());

/** Runs due work, and returns the names of the writes of webhooks. */
async function sendAll(): Promise<string[]> {
  const run = vi.spyOn(server.services.store, 'run');
  await clock.advance(0);
  const names = run.mock.calls.map(([write]) => write.name).filter((name) => name.startsWith('webhooks.'));
  run.mockRestore();
  return names;
}

test('an event costs two writes', async () => {
  await server.askwell.polls.create(account, draft);
  expect(await sendAll()).toEqual(['webhooks.lease', 'webhooks.record']);
  expect(receiver.accepted).toHaveLength(1);
});

test('a hundred events of a poll cost one write for each page of the log, and one for the lease', async () => {
  const poll = await server.askwell.polls.create(account, draft);
  for (let nth = 1; nth < 100; nth++) await server.askwell.polls.vote(poll.id, { choices: ['o1'] });
  expect(await sendAll()).toEqual(['webhooks.lease', 'webhooks.record', 'webhooks.record']);
  expect(receiver.accepted).toHaveLength(100);
});
