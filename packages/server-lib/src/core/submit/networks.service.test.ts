import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMiscounts, purgeNow } from '../../../test/support/asks/purge-answers.js';
import { collect } from '../../../test/support/collect.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { PollDraft } from '../../shared/contract/resources.js';

const day = 24 * 3_600_000;

let now: number;
let server: TestServer;
let owner: Owner;
beforeEach(async () => {
  now = Date.parse('2026-01-01T12:00:00Z');
  server = await startService({ clock: () => now });
  owner = await createOwner(server.services);
});
afterEach(() => server.close());

/** Returns an address in a /64 of a network. */
const inNetwork = (at: number, network = '2001:db8:7') => `${network}:${at.toString(16)}::1`;

async function createPoll(changes: Partial<PollDraft> = {}): Promise<string> {
  const draft: PollDraft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'ip', ...changes };
  return (await server.askwell.polls.create(owner.session.account, draft)).id;
}

const vote = (poll: string, address: string, choice = 'o1') =>
  server.askwell.polls.vote(poll, { choices: [choice] }, { address });

const refused = { code: 'already_answered', status: 409 };

/** Answers once from each of the first /64s. */
async function fill(poll: string, from = 0, to = 20): Promise<void> {
  for (let at = from; at < to; at++) await vote(poll, inNetwork(at));
}

const votesOf = async (poll: string) => (await server.askwell.polls.get(owner.session.account, poll)).answers_count;

describe('one answer per IP address', () => {
  test('an IPv6 /48 can give twenty answers, and a /64 can give one', async () => {
    const poll = await createPoll();
    await fill(poll, 0, 19);
    await expect(vote(poll, inNetwork(3))).rejects.toMatchObject(refused);
    await fill(poll, 19);
    await expect(vote(poll, inNetwork(20))).rejects.toMatchObject(refused);
    await expect(vote(poll, inNetwork(0xffff))).rejects.toMatchObject(refused);
    await vote(poll, inNetwork(20, '2001:db8:8'));
    await vote(poll, '198.51.100.7');
    expect(await votesOf(poll)).toBe(22);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('the twenty-first answer of a /48 is refused over HTTP with the same reply as a second answer of a /64', async () => {
    const poll = await createPoll();
    await fill(poll);
    const post = (address: string) =>
      server.fetch(`${server.url}/api/v1/polls/${poll}/votes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: '{"choices":["o1"]}',
      });
    const [other, second] = [await post(inNetwork(21)), await post(inNetwork(1))];
    expect([other.status, second.status]).toEqual([409, 409]);
    expect(await other.text()).toBe(await second.text());
  });

  test('answers of a network are counted for each ask separately, and not for IPv4', async () => {
    const [first, second] = [await createPoll(), await createPoll()];
    await fill(first);
    await fill(second);
    for (let at = 0; at < 25; at++) await vote(first, `198.51.100.${at}`);
    expect([await votesOf(first), await votesOf(second)]).toEqual([45, 20]);
  });

  test('asks with another `one_per` do not count networks', async () => {
    const poll = await createPoll({ one_per: 'browser' });
    for (let at = 0; at < 25; at++) await vote(poll, inNetwork(at));
    expect(await votesOf(poll)).toBe(25);
  });

  test('visitors of a full network can change their answers', async () => {
    const poll = await createPoll({ allow_change: true });
    await fill(poll);
    await vote(poll, inNetwork(5), 'o2');
    await expect(vote(poll, inNetwork(20), 'o2')).rejects.toMatchObject(refused);
    const { options } = await server.askwell.polls.results(owner.session.account, poll);
    expect(options.map(({ votes }) => votes)).toEqual([19, 1]);
  });

  test('a deleted answer no longer counts for its network', async () => {
    const poll = await createPoll();
    await fill(poll);
    const { answers } = server.askwell.polls;
    const [newest] = await collect(answers.list(owner.session.account, poll));
    await answers.delete(owner.session.account, poll, newest?.id ?? '');
    await vote(poll, inNetwork(30));
    await expect(vote(poll, inNetwork(31))).rejects.toMatchObject(refused);
    await answers.reset(owner.session.account, poll);
    await fill(poll);
    await expect(vote(poll, inNetwork(32))).rejects.toMatchObject(refused);
  });

  test('answers that were deleted because of their age still count for their network', async () => {
    const poll = await createPoll({ keep_answers_days: 1 });
    await fill(poll, 0, 15);
    now += 2 * day;
    await fill(poll, 15);
    expect((await purgeNow(server.services)).answers).toBe(15);
    await expect(vote(poll, inNetwork(20))).rejects.toMatchObject(refused);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('a network can give twenty times as many attempts as one visitor', async () => {
    const { quizzes } = server.askwell;
    const { id } = await quizzes.create(owner.session.account, {
      title: 'Capitals',
      questions: [{ type: 'boolean', prompt: 'Rome?', answer: true }],
      one_per: 'ip',
      max_attempts: 2,
    });
    const attempt = (at: number) => quizzes.attempt(id, { answers: { q1: true } }, { address: inNetwork(at) });
    for (let at = 0; at < 40; at++) await attempt(at);
    await expect(attempt(1)).rejects.toMatchObject(refused);
    await expect(attempt(40)).rejects.toMatchObject(refused);
  });

  test('the answers of a batch count for their network', async () => {
    const poll = await createPoll();
    const answers = Array.from({ length: 25 }, (_, at) => ({ choices: ['o1'], address: inNetwork(at) }));
    const { polls } = server.askwell;
    const results = await polls.answers.batch(owner.session.account, poll, answers);
    expect(results.map(({ status }) => status)).toEqual([...Array(20).fill(201), ...Array(5).fill(409)]);
  });

  test('with a client prefix of /48, a /48 can give one answer', async () => {
    const wide = await startService({ limits: { ipv6Prefix: 48 } });
    const { session } = await createOwner(wide.services);
    const { id } = await wide.askwell.polls.create(session.account, {
      title: 'Lunch?',
      options: ['Soup', 'Salad'],
      one_per: 'ip',
    });
    await wide.askwell.polls.vote(id, { choices: ['o1'] }, { address: inNetwork(1) });
    await expect(wide.askwell.polls.vote(id, { choices: ['o1'] }, { address: inNetwork(2) })).rejects.toMatchObject(
      refused,
    );
    await wide.close();
  });
});
