import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../../../test/support/deferred.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AnswerEvent, ChangeEvent } from '../../core/events.js';

let server: TestServer;
let owner: Owner;
const answered: AnswerEvent[] = [];
const changed: ChangeEvent[] = [];

beforeAll(async () => {
  server = await startService({
    on: { answer: (event) => void answered.push(event), change: (event) => void changed.push(event) },
  });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const vote = (poll: string, choice: string) =>
  server.fetch(`${server.url}/api/v1/polls/${poll}/votes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ choices: [choice] }),
  });

test('creates, reads, updates and deletes like the REST API', async () => {
  const { polls } = server.askwell;
  const account = owner.session.account;
  const poll = await polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null });
  const key = await owner.key();
  const overHttp = await server.fetch(`${server.url}/api/v1/polls/${poll.id}`, { headers: { 'X-API-Key': key } });
  expect(await overHttp.json()).toEqual({ data: poll });

  await vote(poll.id, 'o1');
  await vote(poll.id, 'o2');
  expect(await polls.results(account, poll.id)).toMatchObject({ poll_id: poll.id, votes_count: 2 });
  const votes = [];
  for await (const firstVote of polls.answers.list(account, poll.id)) votes.push(firstVote.choices);
  expect(votes).toEqual([['o2'], ['o1']]);

  expect((await polls.update(account, poll.id, { title: 'Dinner?' })).title).toBe('Dinner?');
  await polls.answers.reset(account, poll.id);
  expect((await polls.get(account, poll.id)).answers_count).toBe(0);
  await polls.delete(account, poll.id);
  await expect(polls.get(account, poll.id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

test('runs the checks of the REST API', async () => {
  const { polls } = server.askwell;
  const account = owner.session.account;
  await expect(polls.create(account, { title: ' ', options: ['Soup'] })).rejects.toMatchObject({
    code: 'invalid',
    errors: { title: ['Required.'], options: ['Must have at least 2 items.'] },
  });
  await expect(polls.create('stranger', { title: 'x', options: ['a', 'b'] })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('gives an account no access to resources of another account', async () => {
  const { polls } = server.askwell;
  const other = await createOwner(server.services);
  const poll = await polls.create(owner.session.account, { title: 'Mine', options: ['a', 'b'] });
  const otherAccount = other.session.account;
  await expect(polls.get(otherAccount, poll.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(polls.delete(otherAccount, poll.id)).rejects.toMatchObject({ code: 'not_found' });
  for await (const _ of polls.list(otherAccount)) expect.unreachable('The other account has no polls.');
});

test('emits each answer and change once, after the commit', async () => {
  const { polls } = server.askwell;
  const account = owner.session.account;
  const poll = await polls.create(account, { title: 'Heard', options: ['a', 'b'], one_per: null });
  const reply: unknown = await (await vote(poll.id, 'o1')).json();
  await polls.delete(account, poll.id);
  await settled();
  expect(changed.filter(({ ask_id }) => ask_id === poll.id).map(({ what }) => what)).toEqual(['created', 'deleted']);
  const heard = answered.filter(({ ask_id }) => ask_id === poll.id);
  expect(heard).toEqual([
    { kind: 'poll', ask_id: poll.id, answer_id: expect.stringMatching(/^vote_/), changed: false },
  ]);
  expect(reply).toMatchObject({ data: { id: heard[0]?.answer_id } });
});
