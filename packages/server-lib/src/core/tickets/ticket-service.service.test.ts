import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { AskwellError } from '../../base/errors.js';
import { all } from '../../db/sql/statement.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import { counterCheck } from '../results/counter-check.js';
import { purgeAnswers } from '../retention/purge-answers.js';
import { withdrawUnusedTickets } from './withdraw-tickets.js';

let server: TestServer;
let owner: Owner;
let account: AccountObject;
let key: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  account = owner.session.account;
  key = await owner.key();
});
afterAll(() => server.close());

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'ticket' as const, allow_change: true };
const newPoll = async () => (await server.askwell.polls.create(account, draft)).id;
const issue = (poll: string, count: number, headers: Record<string, string> = {}) =>
  call(server, 'POST', `/api/v1/polls/${poll}/tickets`, { key, body: { count }, headers });
const counted = async (poll: string) => (await call(server, 'GET', `/api/v1/polls/${poll}/tickets`, { key })).body;

async function storedPoll(poll: string) {
  const found = await server.services.polls.asks.find(owner.session.scope, poll);
  if (!found) throw new Error('The poll was not found.');
  return found.ask;
}

/** Returns the counters that differ from a full scan of the tables. */
const differences = () => server.services.store.read(counterCheck.find());

const steps = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constant('issue' as const), n: fc.integer({ min: 1, max: 20 }) }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('vote' as const), n: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), n: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const), n: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), n: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('withdrawUnused' as const), n: fc.nat() }) },
  ),
  { maxLength: 25 },
);

test('counts tickets and used tickets like a full scan', async () => {
  const { polls } = server.askwell;
  await fc.assert(
    fc.asyncProperty(steps, async (accepted) => {
      const poll = await newPoll();
      let tickets: string[] = [];
      const votes = new Map<string, string>();
      for (const step of accepted) {
        if (step.do === 'issue') tickets.push(...(await polls.issueTickets(account, poll, step.n)));
        if (step.do === 'reset') {
          await polls.answers.reset(account, poll);
          votes.clear();
        }
        const ticket = tickets[step.n % Math.max(1, tickets.length)];
        if (step.do === 'vote' && ticket) votes.set(ticket, (await polls.vote(poll, { choices: ['o1'], ticket })).id);
        if (step.do === 'withdraw' && ticket) {
          const outcome = await server.services.polls.tickets.withdraw(await storedPoll(poll), ticket);
          expect(outcome).toBe(votes.has(ticket) ? 'used' : 'withdrawn');
          if (outcome === 'withdrawn') tickets = tickets.filter((other) => other !== ticket);
        }
        if (step.do === 'withdrawUnused') {
          const { withdrawn } = await server.services.polls.tickets.withdrawUnused(await storedPoll(poll));
          expect(withdrawn).toBe(tickets.length - votes.size);
          tickets = tickets.filter((other) => votes.has(other));
        }
        const [voted, vote] = [...votes][step.n % Math.max(1, votes.size)] ?? [];
        if (step.do === 'delete' && voted && vote) {
          await polls.answers.delete(account, poll, vote);
          votes.delete(voted);
        }
        expect(await counted(poll)).toEqual({ data: { count: tickets.length, used: votes.size } });
      }
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('creates many tickets in several writes, and all can be used', async () => {
  const { polls } = server.askwell;
  const poll = await newPoll();
  const tickets = await polls.issueTickets(account, poll, 1_234);
  expect(new Set(tickets).size).toBe(1_234);
  for (const ticket of [tickets[0], tickets[499], tickets[500], tickets[1_233]]) {
    await polls.vote(poll, { choices: ['o1'], ...(ticket === undefined ? {} : { ticket }) });
  }
  expect(await counted(poll)).toEqual({ data: { count: 1_234, used: 4 } });
  expect(await differences()).toEqual([]);
});

test('returns the same tickets to parallel repetitions in two processes', async () => {
  const other = await startService({ database: server.database });
  const poll = await newPoll();
  const headers = { 'idempotency-key': 'the same' };
  const send = (to: TestServer) =>
    call(to, 'POST', `/api/v1/polls/${poll}/tickets`, { key, body: { count: 1_700 }, headers });
  const replies = await Promise.all([server, other, server, other].map(send));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(await counted(poll)).toEqual({ data: { count: 1_700, used: 0 } });
  expect((await issue(poll, 5, headers)).status).toBe(422);
  expect(await differences()).toEqual([]);
  await other.close();
});

test('leaves no tickets after a call that failed midway', async () => {
  const poll = await newPoll();
  const { store } = server.services;
  const { run } = store;
  let slices = 0;
  const failing = vi.spyOn(store, 'run').mockImplementation((write, input) => {
    if (write.name === 'tickets.add' && ++slices === 3) throw new AskwellError('unavailable');
    return run.call(store, write, input);
  });
  expect((await issue(poll, 2_000)).status).toBe(503);
  failing.mockRestore();
  expect(await counted(poll)).toEqual({ data: { count: 0, used: 0 } });
  expect(
    await store.read(all`select 1 from askwell_tickets t join askwell_asks a on a.seq = t.ask
    where a.id = ${poll.slice('poll_'.length)}`),
  ).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('returns not_found and leaves no tickets if the poll is deleted in the meantime', async () => {
  const poll = await newPoll();
  const { store } = server.services;
  const { run } = store;
  let slices = 0;
  const watched = vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
    if (write.name === 'tickets.add' && ++slices === 2) await server.askwell.polls.delete(account, poll);
    return run.call(store, write, input);
  });
  expect((await issue(poll, 2_000)).status).toBe(404);
  watched.mockRestore();
  expect(await differences()).toEqual([]);
});

test('withdraws all unused tickets in slices, and rejects them', async () => {
  const { polls } = server.askwell;
  const poll = await newPoll();
  const tickets = await polls.issueTickets(account, poll, 2_345);
  const used = tickets.filter((_ticket, at) => at % 500 === 0);
  for (const ticket of used) await polls.vote(poll, { choices: ['o1'], ticket });
  const { store, polls: services } = server.services;
  const writes = vi.spyOn(store, 'run');
  expect((await services.tickets.withdrawUnused(await storedPoll(poll))).withdrawn).toBe(2_345 - used.length);
  // Other writes may run at the same time, such as the times when keys were last used.
  expect(writes.mock.calls.filter(([{ name }]) => name === withdrawUnusedTickets.name)).toHaveLength(3);
  writes.mockRestore();
  expect(await counted(poll)).toEqual({ data: { count: used.length, used: used.length } });
  expect(await differences()).toEqual([]);
  const rejected = tickets.find((ticket) => !used.includes(ticket)) ?? '';
  await expect(polls.vote(poll, { choices: ['o1'], ticket: rejected })).rejects.toMatchObject({ code: 'invalid' });
  for (const ticket of used) await polls.vote(poll, { choices: ['o2'], ticket });
});

test('withdraws one ticket by its code, but none that was used or belongs to another poll', async () => {
  const { polls } = server.askwell;
  const [poll, other] = [await newPoll(), await newPoll()];
  const [first = '', second = ''] = await polls.issueTickets(account, poll, 2);
  const [foreign = ''] = await polls.issueTickets(account, other, 1);
  await polls.vote(poll, { choices: ['o1'], ticket: first });
  const ask = await storedPoll(poll);
  const { tickets } = server.services.polls;
  const outcomes = [];
  for (const code of [first, second, second, foreign, '']) outcomes.push(await tickets.withdraw(ask, code));
  expect(outcomes).toEqual(['used', 'withdrawn', 'unknown', 'unknown', 'unknown']);
  expect([await counted(poll), await counted(other)]).toEqual([
    { data: { count: 1, used: 1 } },
    { data: { count: 1, used: 0 } },
  ]);
  expect(await differences()).toEqual([]);
});

test('keeps a used ticket whose answer was purged', async () => {
  const poll = (await server.askwell.polls.create(account, { ...draft, keep_answers_days: 1 })).id;
  const [first = '', second = ''] = await server.askwell.polls.issueTickets(account, poll, 2);
  await server.askwell.polls.vote(poll, { choices: ['o1'], ticket: first });
  const ask = await storedPoll(poll);
  const { store, clock } = server.services;
  const inThreeDays = clock.now() + 3 * 24 * 3600 * 1_000_000;
  expect(await store.run(purgeAnswers, { ask: ask.seq, at: inThreeDays, olderThan: null })).toMatchObject({
    answers: 1,
  });
  const { tickets } = server.services.polls;
  expect([await tickets.withdraw(ask, first), (await tickets.withdrawUnused(ask)).withdrawn]).toEqual(['used', 1]);
  expect(await tickets.withdraw(ask, second)).toBe('unknown');
  expect(await counted(poll)).toEqual({ data: { count: 1, used: 1 } });
  expect(await differences()).toEqual([]);
});

test.each([
  ['a vote', false],
  ['a changed vote', true],
])('refuses %s whose ticket is withdrawn while it is checked', async (_name, isChange) => {
  const { polls } = server.askwell;
  const poll = await newPoll();
  const [ticket = ''] = await polls.issueTickets(account, poll, 1);
  const given = isChange ? await polls.vote(poll, { choices: ['o1'], ticket }) : null;
  const ask = await storedPoll(poll);
  const { store, polls: services } = server.services;
  const { run } = store;
  const watched = vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
    if (write.name === 'answers.record') {
      watched.mockRestore();
      if (given) await services.answers.delete(ask, given.id.slice('vote_'.length));
      expect(await services.tickets.withdraw(ask, ticket)).toBe('withdrawn');
    }
    return run.call(store, write, input);
  });
  const vote = polls.vote(poll, { choices: ['o2'], ticket });
  await expect(vote).rejects.toMatchObject({ code: 'invalid', issues: [{ path: 'ticket', code: 'invalid_ticket' }] });
  expect(await counted(poll)).toEqual({ data: { count: 0, used: 0 } });
  expect(await differences()).toEqual([]);
});
