import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { Receiver } from '../../../test/support/webhooks/receiver.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31');
const receiver = new Receiver(clock);
let first: TestServer;
let second: TestServer;
beforeAll(async () => {
  first = await startService({ clock: source });
  second = await startService({ clock: source, database: first.database });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

test('two instances send each event once and in order, whichever instance recorded the answer', async () => {
  const owner = await createOwner(first.services);
  const account = owner.session.account;
  const key = await owner.key();
  const reply = await call(first, 'POST', '/api/v1/webhooks', { key, body: { url: receiver.url } });
  receiver.secret = reply.id('data.secret');
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };
  const polls = [await first.askwell.polls.create(account, draft), await second.askwell.polls.create(account, draft)];
  const votes = new Map(polls.map(({ id }) => [id, [] as string[]]));
  for (let nth = 0; nth < 20; nth++) {
    for (const [poll, ids] of votes) {
      const { askwell } = nth % 2 === 0 ? first : second;
      ids.push((await askwell.polls.vote(poll, { choices: ['o1'] })).id);
    }
  }
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(42);
  expect(receiver.attempts).toHaveLength(42);
  for (const [poll, ids] of votes) {
    const sent = receiver.attempts.filter(({ ask_id, answer_id }) => ask_id === poll && answer_id !== null);
    expect(sent.map(({ answer_id }) => answer_id)).toEqual(ids);
  }
});

test('answers that both instances record at the same time are sent once', async () => {
  const [poll = ''] = receiver.attempts.flatMap(({ ask_id }) => ask_id ?? []);
  const before = receiver.attempts.length;
  const votes = await Promise.all(
    Array.from({ length: 200 }, (_, nth) =>
      (nth % 2 === 0 ? first : second).askwell.polls.vote(poll, { choices: ['o2'] }),
    ),
  );
  await clock.advance(0);
  const sent = receiver.attempts.slice(before).map(({ answer_id }) => answer_id);
  expect([...sent].sort()).toEqual(votes.map(({ id }) => id).sort());
});
