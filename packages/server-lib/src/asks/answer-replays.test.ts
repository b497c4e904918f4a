import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KindUnderTest, kindsUnderTest } from '../../test/support/asks.js';
import { type Call, createClient } from '../../test/support/client.js';
import { createOwner } from '../../test/support/owner.js';
import { startServer, type TestServer } from '../../test/support/server.js';

const morning = Date.UTC(2026, 0, 31, 9);
const day = 24 * 3600 * 1000;
const voter = 'a-browser-that-repeats';

let now = morning;
let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startServer({ clock: () => now });
  key = await (await createOwner(server.house)).key();
});
afterAll(() => server.close());

/** An ask, and how one visitor answers it under one Idempotency-Key. */
async function askOf({ plural, answers, draft, answer }: KindUnderTest) {
  const client = createClient(server);
  const id = (await client('POST', `/${plural}`, { key, body: { ...draft, one_per: null } })).id('data.id');
  return {
    close: () => client('PATCH', `/${plural}/${id}`, { key, body: { status: 'closed' } }),
    send: (idempotencyKey: string, body: Call['body'] = { ...answer, voter }) =>
      client('POST', `/${plural}/${id}/${answers}`, { body, headers: { 'Idempotency-Key': idempotencyKey } }),
  };
}

describe.each(kindsUnderTest)('an answer to $plural under an Idempotency-Key', (kind) => {
  test('is told again after the closing, and only it', async () => {
    const { send, close } = await askOf(kind);
    const first = await send('once');
    await close();
    const again = await send('once');
    expect([first.status, again.status, again.id('data.id')]).toEqual([201, 201, first.id('data.id')]);
    const other = await send('another');
    expect([other.status, other.at('code')]).toEqual([409, 'closed']);
  });

  test('under the same key, another body is told so before anything that is wrong with it', async () => {
    const { send, close } = await askOf(kind);
    await send('once');
    const wrong = { unknown: true, voter };
    expect((await send('once', wrong)).at('code')).toBe('idempotency_mismatch');
    expect((await send('another', wrong)).at('code')).toBe('invalid');
    await close();
    expect((await send('once', wrong)).at('code')).toBe('idempotency_mismatch');
  });

  test('is remembered for a day, and then is another one', async () => {
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
