import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KindUnderTest, kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { type CallOptions, createClient, newAddress } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { one } from '../../db/sql/statement.js';
import type { OnePer } from '../../shared/contract/resources.js';

const morning = Date.UTC(2026, 0, 31, 9);
const day = 24 * 3600 * 1000;
const voter = 'a-browser-that-repeats';

let now = morning;
let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startService({ clock: () => now });
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

/** Creates an ask, and returns functions that answer it as one visitor with one Idempotency-Key. */
async function askOf({ plural, answers, draft, answer }: KindUnderTest, one_per: OnePer | null = null) {
  const client = createClient(server);
  const id = (await client('POST', `/${plural}`, { key, body: { ...draft, one_per } })).id('data.id');
  return {
    delete: (answerId: string) => client('DELETE', `/${plural}/${id}/${answers}/${answerId}`, { key }),
    deleteAll: () => client('DELETE', `/${plural}/${id}/${answers}?all=true`, { key }),
    ticket: async () =>
      (await client('POST', `/${plural}/${id}/tickets`, { key, body: { count: 1 } })).id('data.tickets.0'),
    ids: async () => (await client('GET', `/${plural}/${id}/${answers}`, { key })).text.match(/"id":"\w+"/g) ?? [],
    /** Answers as a given visitor. */
    answerAs: (idempotencyKey: string, visitor: object, from?: string) =>
      client('POST', `/${plural}/${id}/${answers}`, {
        body: { ...answer, ...visitor },
        headers: { 'Idempotency-Key': idempotencyKey },
        from,
      }),
    close: () => client('PATCH', `/${plural}/${id}`, { key, body: { status: 'closed' } }),
    send: (idempotencyKey: string, body: CallOptions['body'] = { ...answer, voter }) =>
      client('POST', `/${plural}/${id}/${answers}`, { body, headers: { 'Idempotency-Key': idempotencyKey } }),
  };
}

describe.each(kindsUnderTest)('an answer to $plural with an Idempotency-Key', (kind) => {
  test('a repeated answer gets the same reply after closing', async () => {
    const { send, close } = await askOf(kind);
    const first = await send('once');
    await close();
    const again = await send('once');
    expect([first.status, again.status, again.id('data.id')]).toEqual([201, 201, first.id('data.id')]);
    const other = await send('another');
    expect([other.status, other.at('code')]).toEqual([409, 'closed']);
  });

  test('a repeated Idempotency-Key with another body is refused before the faults of the body are reported', async () => {
    const { send, close } = await askOf(kind);
    await send('once');
    const wrong = { unknown: true, voter };
    expect((await send('once', wrong)).at('code')).toBe('idempotency_mismatch');
    expect((await send('another', wrong)).at('code')).toBe('invalid');
    await close();
    expect((await send('once', wrong)).at('code')).toBe('idempotency_mismatch');
  });

  test('an Idempotency-Key is remembered for one day', async () => {
    const { send } = await askOf(kind);
    now = morning + 12_345;
    const first = await send('once');
    now += day - 1_000;
    expect((await send('once')).id('data.id')).toBe(first.id('data.id'));
    now += 2_000;
    const next = await send('once');
    expect([next.status, next.id('data.id') === first.id('data.id')]).toEqual([201, false]);
    now += day - 1_000;
    expect((await send('once')).id('data.id')).toBe(next.id('data.id'));
  });
});

/** The visitor who repeats a request, and whether the second request comes from the same address. */
const repeaters: [string, OnePer | null, (ticket: string) => object, boolean][] = [
  ['a browser', 'browser', () => ({ voter }), true],
  ['a browser with another address', 'browser', () => ({ voter }), false],
  ['an address', 'ip', () => ({}), true],
  ['a browser with one_per "ip"', 'ip', () => ({ voter }), true],
  ['a browser with another address and one_per "ip"', 'ip', () => ({ voter }), false],
  ['a ticket', 'ticket', (ticket) => ({ ticket }), false],
  ['a ticket with a browser', 'ticket', (ticket) => ({ ticket, voter }), false],
  ['a browser without one_per', null, () => ({ voter }), false],
  ['an anonymous visitor', null, () => ({}), true],
];

describe.each(repeaters)('an Idempotency-Key of %s', (_who, onePer, visitorWith, hasStayed) => {
  const kind = kindsUnderTest[0] ?? expect.unreachable();
  const start = async () => {
    const ask = await askOf(kind, onePer);
    const visitor = visitorWith(onePer === 'ticket' ? await ask.ticket() : '');
    const [home, otherHost] = [newAddress(), newAddress()];
    const first = (key: string) => ask.answerAs(key, visitor, home);
    const again = (key: string, more: object = {}) =>
      ask.answerAs(key, { ...visitor, ...more }, hasStayed ? home : otherHost);
    return { ask, first, again };
  };

  test('a repeated request gets the same reply immediately, later and after closing', async () => {
    const { ask, first, again } = await start();
    const replies = await Promise.all([first('once'), ...Array.from({ length: 20 }, () => again('once'))]);
    replies.push(await again('once'));
    await ask.close();
    replies.push(await again('once'));
    expect(new Set(replies.map(({ status, id }) => `${status} ${id('data.id')}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(await ask.ids()).toHaveLength(1);
  });

  test('another answer with the same Idempotency-Key is refused', async () => {
    const { first, again } = await start();
    await first('once');
    expect((await again('once', { choices: ['o2'] })).at('code')).toBe('idempotency_mismatch');
  });

  test.each(['delete', 'deleteAll'] as const)('an answer deleted by %s is reported as gone for a day', async (how) => {
    const { ask, first, again } = await start();
    now = morning + 23_456;
    const given = await first('once');
    await ask[how](given.id('data.id'));
    expect((await again('once')).status).toBe(410);
    now += day - 1_000;
    expect((await again('once')).status).toBe(410);
    now += 2_000;
    expect((await again('once')).status).toBe(201);
  });
});

test.each(['ip', null] as const)(
  'with one_per %s, a voter that equals a counted address has separate keys',
  async (onePer) => {
    const kind = kindsUnderTest[0] ?? expect.unreachable();
    const { answerAs, close } = await askOf(kind, onePer);
    const address = '2001:db8:0:1::5';
    const byAddress = () => answerAs('1', {}, address);
    const first = await byAddress();
    const other = await answerAs('1', { voter: '2001:db8:0:1:0:0:0:0/64' }, '2001:db8:9:9::1');
    expect([first.status, other.status]).toEqual([201, 201]);
    expect([(await byAddress()).id('data.id'), (await byAddress()).status]).toEqual([first.id('data.id'), 201]);
    await close();
    expect((await byAddress()).id('data.id')).toBe(first.id('data.id'));
  },
);

test.each([
  ['browser', 0],
  [null, 1],
] as const)('stores the key of a voter (%s) in %i extra rows', async (onePer, rows) => {
  const kind = kindsUnderTest[0] ?? expect.unreachable();
  const { answerAs } = await askOf(kind, onePer);
  const count = async () =>
    (await server.services.store.read(one<{ n: number }>`select count(*) as n from askwell_replays`))?.n ?? -1;
  const before = await count();
  await answerAs('once', { voter });
  expect((await count()) - before).toBe(rows);
});

test('a deleted answer is reported as gone until the last second of its day', async () => {
  const kind = kindsUnderTest[0] ?? expect.unreachable();
  const { answerAs, delete: remove } = await askOf(kind, 'browser');
  const from = '203.0.113.7';
  const send = () => answerAs('once', { voter }, from);
  now = Math.ceil(now / 1000) * 1000 + 0.4;
  const first = await send();
  now += day + 100;
  expect((await send()).status).toBe(201);
  await remove(first.id('data.id'));
  now += 400;
  expect((await send()).status).toBe(410);
});

test('repetitions of the first request and of the change both return the changed answer', async () => {
  const kind = kindsUnderTest[0] ?? expect.unreachable();
  const client = createClient(server);
  const body = { ...kind.draft, one_per: 'browser', allow_change: true };
  const id = (await client('POST', '/polls', { key, body })).id('data.id');
  const vote = (idempotencyKey: string, option: string) =>
    client('POST', `/polls/${id}/votes`, {
      body: { choices: [option], voter },
      headers: { 'Idempotency-Key': idempotencyKey },
    });
  const first = await vote('first', 'o1');
  const second = await vote('second', 'o2');
  const [firstAgain, secondAgain] = [await vote('first', 'o1'), await vote('second', 'o2')];
  expect([first, second, firstAgain, secondAgain].map(({ status }) => status)).toEqual([201, 200, 201, 200]);
  expect(new Set([first, second, firstAgain, secondAgain].map((reply) => reply.id('data.id'))).size).toBe(1);
  expect((await vote('first', 'o2')).at('code')).toBe('idempotency_mismatch');
});
