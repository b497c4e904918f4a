import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { Receiver } from '../../../test/support/webhooks/receiver.js';

const webhooks = { allowHttp: true, allowedAddresses: ['127.0.0.1'], retryDelays: Array(5).fill(0.05) };
const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };

let receiver: Receiver;
let server: TestServer;
let owner: Owner;
beforeEach(async () => {
  receiver = await new Receiver().start();
});
afterEach(async () => {
  await server.close();
  await receiver.stop();
});

async function start(send: boolean): Promise<void> {
  server = await startService({ webhooks: { ...webhooks, send } });
  owner = await createOwner(server.services);
  const body = { url: receiver.url, types: ['answer.created', 'answer.deleted', 'ask.deleted'] };
  const reply = await call(server, 'POST', '/api/v1/webhooks', { key: await owner.key(), body });
  receiver.secret = reply.id('data.secret');
}

const received = () => receiver.accepted.map(({ type, answer_id, data }) => [type, answer_id, data]);

test('an answer that is deleted while its creation waits has no content in it', async () => {
  await start(true);
  const account = owner.session.account.id;
  const { polls } = server.askwell;
  const poll = await polls.create(account, draft);
  let held: ServerResponse | undefined;
  receiver.answer = (_event, response) => {
    if (held) response.writeHead(204).end();
    else held = response;
  };
  const { id } = await polls.vote(poll.id, { choices: ['o1'] });
  await expect.poll(() => held, { timeout: 20_000 }).toBeDefined();
  await polls.answers.delete(account, poll.id, id);
  held?.writeHead(500).end();
  await receiver.until(() => receiver.accepted.length === 2);
  expect(receiver.attempts[0]).toMatchObject({ type: 'answer.created', data: { id, choices: ['o1'] } });
  expect(received()).toEqual([
    ['answer.created', id, null],
    ['answer.deleted', id, null],
  ]);
});

test('what is deleted before its creation is added to the deliveries has only the event of its deletion', async () => {
  await start(false);
  const account = owner.session.account.id;
  const { polls } = server.askwell;
  const [kept, deleted] = [await polls.create(account, draft), await polls.create(account, draft)];
  const { id } = await polls.vote(kept.id, { choices: ['o1'] });
  await polls.vote(deleted.id, { choices: ['o1'] });
  await polls.answers.delete(account, kept.id, id);
  await polls.delete(account, deleted.id);
  const sender = await startService({ webhooks, database: server.database });
  await receiver.until(() => receiver.accepted.length === 2);
  expect(received().sort()).toEqual([
    ['answer.deleted', id, null],
    ['ask.deleted', null, null],
  ]);
  expect(receiver.attempts).toHaveLength(2);
  await sender.close();
});
