import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { Receiver, type Reply } from '../../../test/support/webhooks/receiver.js';
import type { ClockSource } from '../../base/clock.js';
import { createTestClock, type TestClock } from '../../tools/testing/test-clock.js';

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };

let clock: TestClock;
let source: ClockSource;
let receiver: Receiver;
let server: TestServer;
let owner: Owner;
beforeEach(() => {
  ({ clock, source } = createTestClock('2026-01-31'));
  receiver = new Receiver(clock);
});
afterEach(() => server.close());

async function start(send: boolean, types = ['answer.created', 'answer.deleted', 'ask.deleted']): Promise<void> {
  server = await startService({ clock: source, webhooks: { send } });
  owner = await createOwner(server.services);
  const body = { url: receiver.url, types };
  const reply = await call(server, 'POST', '/api/v1/webhooks', { key: await owner.key(), body });
  receiver.secret = reply.id('data.secret');
}

const received = () => receiver.accepted.map(({ type, answer_id, data }) => [type, answer_id, data]);

test('the event of a creation has no content if the answer is deleted while the event waits', async () => {
  await start(true);
  const account = owner.session.account;
  const { polls } = server.askwell;
  const poll = await polls.create(account, draft);
  const [arrived, reply] = [createDeferred(), createDeferred<Reply>()];
  receiver.answer = () => {
    arrived.resolve();
    return receiver.attempts.length === 1 ? reply.promise : { status: 204 };
  };
  const { id } = await polls.vote(poll.id, { choices: ['o1'] });
  const sending = clock.advance(0);
  await arrived.promise;
  await polls.answers.delete(account, poll.id, id);
  reply.resolve({ status: 500 });
  await sending;
  await clock.advance({ minutes: 1 });
  expect(receiver.attempts[0]).toMatchObject({ type: 'answer.created', data: { id, choices: ['o1'] } });
  expect(received()).toEqual([
    ['answer.created', id, null],
    ['answer.deleted', id, null],
  ]);
});

test('an answer that is deleted before its creation is added to the deliveries has only a deletion event', async () => {
  await start(false);
  const account = owner.session.account;
  const { polls } = server.askwell;
  const [kept, deleted] = [await polls.create(account, draft), await polls.create(account, draft)];
  const { id } = await polls.vote(kept.id, { choices: ['o1'] });
  await polls.vote(deleted.id, { choices: ['o1'] });
  await polls.answers.delete(account, kept.id, id);
  await polls.delete(account, deleted.id);
  const sender = await startService({ clock: source, database: server.database });
  await clock.advance(0);
  expect(received().sort()).toEqual([
    ['answer.deleted', id, null],
    ['ask.deleted', null, null],
  ]);
  expect(receiver.attempts).toHaveLength(2);
  await sender.close();
});

test('waiting events have no content after their poll is deleted', async () => {
  await start(true, []);
  const account = owner.session.account;
  const { polls } = server.askwell;
  receiver.answer = () => ({ status: 500 });
  const poll = await polls.create(account, draft);
  await polls.update(account, poll.id, { status: 'closed' });
  await clock.advance(0);
  await polls.delete(account, poll.id);
  receiver.answer = () => ({ status: 204 });
  await clock.advance({ minutes: 1 });
  expect(received()).toEqual([
    ['ask.created', null, null],
    ['ask.updated', null, null],
    ['ask.closed', null, null],
    ['ask.deleted', null, null],
  ]);
});

test('for a poll that is deleted before its events are added, only the deletion is sent', async () => {
  await start(false, []);
  const account = owner.session.account;
  const { polls } = server.askwell;
  const poll = await polls.create(account, draft);
  const { id } = await polls.vote(poll.id, { choices: ['o1'] });
  await polls.update(account, poll.id, { status: 'closed' });
  await polls.answers.delete(account, poll.id, id);
  await polls.delete(account, poll.id);
  const sender = await startService({ clock: source, database: server.database });
  await clock.advance(0);
  expect(received()).toEqual([['ask.deleted', null, null]]);
  await sender.close();
});
