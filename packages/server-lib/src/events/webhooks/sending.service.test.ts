import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { type CallOptions, call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { whileMoving } from '../../../test/support/servers/while-moving.js';
import { Receiver, type Reply } from '../../../test/support/webhooks/receiver.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31');

let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService({ clock: source, webhooks: { retryDelays: Array(20).fill(0.05), timeout: 10_000 } });
});
afterAll(() => server.close());

let receiver: Receiver;
beforeEach(async () => {
  owner = await createOwner(server.services);
  key = await owner.key();
  receiver = new Receiver(clock);
});

const send = (method: string, path: string, more: CallOptions = {}) =>
  call(server, method, `/api/v1${path}`, { key, ...more });

async function createWebhook(body: object = {}): Promise<string> {
  const reply = await send('POST', '/webhooks', { body: { url: receiver.url, ...body } });
  expect(reply.status).toBe(201);
  receiver.secret = reply.id('data.secret');
  return reply.id('data.id');
}

const createPoll = () =>
  server.askwell.polls.create(owner.session.account, { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null });
const vote = (poll: string) => server.askwell.polls.vote(poll, { choices: ['o1'] });
const deliveriesOf = async (webhook: string) =>
  (await send('GET', `/webhooks/${webhook}/deliveries?limit=100&order=asc`)).at('data') as Record<string, unknown>[];

test('sends the events of asks and answers with their content, signed', async () => {
  const webhook = await createWebhook();
  const { polls } = server.askwell;
  const account = owner.session.account;
  const poll = await createPoll();
  const { id } = await vote(poll.id);
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(2);
  await polls.update(account, poll.id, { status: 'closed' });
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(4);
  await polls.answers.delete(account, poll.id, id);
  // Delete the answers before the poll. Deleting the poll deletes its answers without events.
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(5);
  await polls.delete(account, poll.id);
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(6);

  expect(receiver.accepted.map(({ type, ask_id, answer_id }) => [type, ask_id, answer_id])).toEqual([
    ['ask.created', poll.id, null],
    ['answer.created', poll.id, id],
    ['ask.updated', poll.id, null],
    ['ask.closed', poll.id, null],
    ['answer.deleted', poll.id, id],
    ['ask.deleted', poll.id, null],
  ]);
  const [created, answered] = receiver.accepted;
  expect(created?.data).toMatchObject({ id: poll.id, title: 'Lunch?' });
  expect(answered?.data).toMatchObject({ id, poll_id: poll.id, choices: ['o1'] });
  expect(receiver.accepted.slice(4).map(({ data }) => data)).toEqual([null, null]);
  expect(new Set(receiver.attempts.map(({ id: event }) => event)).size).toBe(6);

  const log = await deliveriesOf(webhook);
  expect(log.map(({ event_id }) => event_id)).toEqual(receiver.accepted.map(({ id: event }) => event));
  expect((await deliveriesOf(webhook)).at(-1)).toMatchObject({
    status: 'delivered',
    attempts: 1,
    response_status: 204,
    problem: null,
  });
});

test('sends only the chosen types, and only the events of the site', async () => {
  const site = Number((await send('POST', '/sites', { body: { name: 'Shop' } })).at('data.id'));
  await createWebhook({ types: ['answer.created'], site_id: site });
  const account = owner.session.account;
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };
  const other = await server.askwell.polls.create(account, draft);
  const poll = await server.askwell.polls.create(account, { ...draft, site_id: site });
  await vote(other.id);
  await vote(poll.id);
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(1);
  await vote(other.id);
  const { id } = await vote(poll.id);
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(2);
  expect(receiver.attempts.map(({ type, ask_id }) => [type, ask_id])).toEqual(
    Array(2).fill(['answer.created', poll.id]),
  );
  expect(receiver.attempts.at(-1)?.answer_id).toBe(id);
});

test('a failed event is sent again, and holds back only later events of the same poll', async () => {
  await createWebhook({ types: ['answer.created'] });
  const [failing, working] = [await createPoll(), await createPoll()];
  let failures = 0;
  receiver.answer = ({ ask_id }) => {
    const fails = ask_id === failing.id && failures < 3;
    if (fails) failures++;
    return { status: fails ? 500 : 200, response: 'Sorry' };
  };
  const votes: string[] = [];
  for (let nth = 0; nth < 5; nth++) {
    votes.push((await vote(failing.id)).id);
    await vote(working.id);
  }
  await clock.advance({ minutes: 1 });
  expect(receiver.accepted).toHaveLength(10);
  const of = (ask: string, list = receiver.accepted) =>
    list.filter(({ ask_id }) => ask_id === ask).map(({ answer_id }) => answer_id);
  expect(of(failing.id)).toEqual(votes);
  expect(of(failing.id, receiver.attempts)).toEqual([votes[0], votes[0], votes[0], ...votes]);
  expect(of(working.id, receiver.attempts)).toHaveLength(5);
});

test('a receiver that restarts gets all events, in the order of each poll', async () => {
  await createWebhook({ types: ['answer.created'] });
  const polls = [await createPoll(), await createPoll(), await createPoll()];
  const votes = new Map(polls.map(({ id }) => [id, [] as string[]]));
  const voteForAll = async () => {
    for (const [poll, ids] of votes) ids.push((await vote(poll)).id);
  };
  for (let nth = 0; nth < 10; nth++) await voteForAll();
  receiver.answer = () => {
    if (receiver.accepted.length >= 5) receiver.stop();
    return { status: 204 };
  };
  await clock.advance(0);
  expect(receiver.accepted.length).toBeLessThan(30);
  for (let nth = 0; nth < 10; nth++) await voteForAll();
  await clock.advance(0);
  receiver.answer = () => ({ status: 204 });
  receiver.start();
  await clock.advance({ minutes: 1 });
  expect(new Set(receiver.accepted.map(({ id }) => id)).size).toBe(60);
  for (const [poll, ids] of votes) {
    const first = new Set(receiver.accepted.filter(({ ask_id }) => ask_id === poll).map(({ answer_id }) => answer_id));
    expect([...first]).toEqual(ids);
  }
});

test('410 disables the webhook immediately, with a security event', async () => {
  const webhook = await createWebhook();
  receiver.answer = () => ({ status: 410 });
  await createPoll();
  await clock.advance(0);
  expect((await send('GET', `/webhooks/${webhook}`)).at('data.enabled')).toBe(false);
  expect(await deliveriesOf(webhook)).toEqual([expect.objectContaining({ status: 'failed', response_status: 410 })]);
  await server.services.securityEvents.flush();
  const events = await server.services.securityEvents.list(owner.session.account.id);
  expect(events.map(({ kind }) => kind)).toContain('webhook_gone');
  await createPoll();
  await clock.advance({ minutes: 1 });
  expect(receiver.attempts).toHaveLength(1);
  // It gets only the events after it is enabled again.
  receiver.answer = () => ({ status: 200 });
  await send('PATCH', `/webhooks/${webhook}`, { body: { enabled: true } });
  const poll = await createPoll();
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(1);
  expect(receiver.accepted[0]?.ask_id).toBe(poll.id);
});

test('a stalled attempt fails after the timeout, and the event is sent again', async () => {
  const webhook = await createWebhook();
  const arrived = createDeferred();
  receiver.answer = () => {
    arrived.resolve();
    return receiver.attempts.length === 1 ? createDeferred<Reply>().promise : { status: 204 };
  };
  const poll = await createPoll();
  const sending = clock.advance(0);
  await arrived.promise;
  await clock.advance({ seconds: 9 });
  expect(receiver.attempts.length).toBe(1);
  await clock.advance({ seconds: 3 });
  await sending;
  expect(receiver.attempts.map(({ ask_id }) => ask_id)).toEqual([poll.id, poll.id]);
  expect(await deliveriesOf(webhook)).toEqual([expect.objectContaining({ status: 'delivered', attempts: 2 })]);
});

test('redirects are failures', async () => {
  const webhook = await createWebhook();
  receiver.answer = () => ({ status: receiver.attempts.length <= 3 ? 307 : 204 });
  await createPoll();
  await clock.advance({ minutes: 1 });
  expect([receiver.attempts.length, receiver.accepted.length]).toEqual([4, 1]);
  expect((await deliveriesOf(webhook)).length).toBe(1);
});

test('a test message and a replay are sent once, with their outcome in the response or the log', async () => {
  const webhook = await createWebhook();
  const sendTest = () => whileMoving(clock, send('POST', `/webhooks/${webhook}/test`));
  const tested = await sendTest();
  expect([tested.status, tested.at('data.status'), tested.at('data.response_status')]).toEqual([201, 'delivered', 204]);
  expect(receiver.accepted[0]).toMatchObject({ type: 'webhook.test', ask_id: null });

  receiver.answer = () => ({ status: 500, response: 'Broken\0' });
  const failed = await sendTest();
  expect(failed.at('data')).toMatchObject({ status: 'failed', attempts: 1, response_status: 500, response: 'Broken' });

  receiver.answer = () => ({ status: 500, response: `${'x'.repeat(999)}😀${'y'.repeat(100)}` });
  expect((await sendTest()).at('data.response')).toBe(`${'x'.repeat(999)}\ufffd`);

  const id = failed.id('data.id');
  receiver.answer = () => ({ status: 200 });
  const headers = { 'idempotency-key': 'once' };
  const path = `/webhooks/${webhook}/deliveries/${id}/replay`;
  const [first, second] = [await send('POST', path, { headers }), await send('POST', path, { headers })];
  expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
  expect(second.id('data.id')).toBe(first.id('data.id'));
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(2);
  expect(receiver.accepted[1]?.id).toBe(failed.id('data.event_id'));
});

test('the event of a submission has the variables, the ending and the outcome', async () => {
  await createWebhook({ types: ['answer.created'] });
  const { forms } = server.askwell;
  const form = await forms.create(owner.session.account, {
    title: 'Form',
    fields: [{ id: 'size', type: 'number', label: 'Size' }],
    variables: [{ id: 'price', type: 'number', value: 2, rules: [{ multiply: { field: 'size' } }] }],
    endings: [{ id: 'out', title: 'Too large', outcome: 'disqualified' }],
  });
  await forms.submit(form.id, { answers: { size: 21 } });
  await clock.advance(0);
  expect(receiver.accepted).toMatchObject([
    { data: { answers: { size: 21 }, variables: { price: 42 }, ending: 'out', outcome: 'disqualified' } },
  ]);
});
