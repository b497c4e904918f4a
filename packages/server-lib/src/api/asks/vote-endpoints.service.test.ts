import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPollClient, voterId } from '../../../test/support/asks/poll-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let polls: Awaited<ReturnType<typeof createPollClient>>;

beforeAll(async () => {
  server = await startService();
  polls = await createPollClient(server);
});
afterAll(() => server.close());

describe('one_per', () => {
  test.each(['browser', 'ip', 'ticket'] as const)('"%s" records one of 200 parallel votes', async (onePer) => {
    const id = await polls.make({ one_per: onePer });
    const ticket =
      onePer === 'ticket'
        ? (await polls.owner('POST', `/polls/${id}/tickets`, { count: 1 })).id('data.tickets.0')
        : undefined;
    const body = {
      choices: ['o1'],
      ...(onePer === 'browser' ? { voter: voterId(1) } : {}),
      ...(ticket ? { ticket } : {}),
    };
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        polls.vote(id, body, onePer === 'ip' ? { from: `2001:db8:0:1::${at + 1}` } : {}),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    // An address has 30 requests a minute: one vote, 29 refused ones, and then 429.
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(onePer === 'ip' ? 29 : 199);
    expect((await polls.owner('GET', `/polls/${id}/votes?limit=100`)).at('data')).toHaveLength(1);
  });

  test('a changed vote keeps its ID and time, and is accepted by a full poll', async () => {
    const id = await polls.make({ allow_change: true, max_answers: 1 });
    const first = await polls.vote(id, { choices: ['o1'], voter: voterId(2) });
    const second = await polls.vote(id, { choices: ['o2'], voter: voterId(2) });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.at('data.id')).toBe(first.at('data.id'));
    expect(second.at('data.created_at')).toBe(first.at('data.created_at'));
    const results = await polls.owner('GET', `/polls/${id}/results`);
    expect([
      results.at('data.votes_count'),
      results.at('data.options.0.votes'),
      results.at('data.options.1.votes'),
    ]).toEqual([1, 0, 1]);
    expect((await polls.vote(id, { choices: ['o1'], voter: voterId(3) })).at('code')).toBe('full');
  });

  test('a voter can answer again after the vote was deleted', async () => {
    const id = await polls.make({});
    const firstVote = await polls.vote(id, { choices: ['o1'], voter: voterId(4) });
    expect((await polls.owner('DELETE', `/polls/${id}/votes/${firstVote.id('data.id')}`)).status).toBe(204);
    expect((await polls.owner('GET', `/polls/${id}/results`)).at('data.votes_count')).toBe(0);
    expect((await polls.vote(id, { choices: ['o1'], voter: voterId(4) })).status).toBe(201);
  });

  test('tickets are returned once and counted, and unknown tickets are refused', async () => {
    const id = await polls.make({ one_per: 'ticket' });
    const issued = await polls.owner('POST', `/polls/${id}/tickets`, { count: 2 });
    expect(issued.status).toBe(201);
    expect(issued.at('data.count')).toBe(2);
    expect((await polls.vote(id, { choices: ['o1'] })).at('errors.ticket')).toEqual(['Required.']);
    expect((await polls.vote(id, { choices: ['o1'], ticket: 'guess' })).status).toBe(422);
    expect((await polls.vote(id, { choices: ['o1'], ticket: issued.id('data.tickets.0') })).status).toBe(201);
    expect((await polls.owner('GET', `/polls/${id}/tickets`)).at('data')).toEqual({ count: 2, used: 1 });
  });
});

describe('an Idempotency-Key', () => {
  test('100 parallel requests with one Idempotency-Key get one vote, one status and one ID', async () => {
    const id = await polls.make({ one_per: null });
    const headers = { 'Idempotency-Key': 'the-same' };
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => polls.vote(id, { choices: ['o1'], voter: voterId(5) }, { headers })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map((reply) => reply.at('data.id'))).size).toBe(1);
    expect((await polls.owner('GET', `/polls/${id}/results`)).at('data.votes_count')).toBe(1);
  });

  test('an Idempotency-Key refuses another body, depends on the voter, and reports a deleted answer', async () => {
    const id = await polls.make({});
    const headers = { 'Idempotency-Key': 'k' };
    const firstVote = await polls.vote(id, { choices: ['o1'], voter: voterId(6) }, { headers });
    const other = await polls.vote(id, { choices: ['o2'], voter: voterId(6) }, { headers });
    expect([other.status, other.at('code')]).toEqual([422, 'idempotency_mismatch']);
    expect((await polls.vote(id, { choices: ['o2'], voter: voterId(7) }, { headers })).status).toBe(201);
    await polls.owner('DELETE', `/polls/${id}/votes/${firstVote.id('data.id')}`);
    expect((await polls.vote(id, { choices: ['o1'], voter: voterId(6) }, { headers })).status).toBe(410);
  });
});
