import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessFixture, createFixture, nameOf, pathTo } from './support/access/access-matrix.js';
import { keyedRoutes } from './support/access/keyed-routes.js';
import { call } from './support/http/http-client.js';
import { codeIn, faultsIn } from './support/http/parse-replies.js';

let fixture: AccessFixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.server.close());

const posts = keyedRoutes.filter(({ method }) => method === 'POST').map((route) => ({ ...route, name: nameOf(route) }));

// `test/scopes.service.test.ts` checks that the routes are complete.
describe.each(posts)('$name', (route) => {
  /** Returns a function that sends the request with a key to one resource. */
  async function sender() {
    const target = (await route.target?.(fixture)) ?? '';
    return (slot: string, body: object | undefined = route.body) =>
      call(fixture.server, 'POST', pathTo(route, target), {
        key: fixture.keys.account,
        body,
        headers: { 'idempotency-key': slot },
      });
  }

  test('replays a repeated request, and refuses its key with another body', async () => {
    const send = await sender();
    const first = await send(route.name);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([route.status.account, null]);
    const again = await send(route.name);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([first.status, 'true']);
    expect(again.text).toBe(first.text);
    const other = await send(route.name, { ...route.body, another: 'body' });
    expect([other.status, codeIn(other)]).toEqual([422, 'idempotency_mismatch']);
  });

  test('refuses an invalid key', async () => {
    const refused = await (await sender())('x'.repeat(256));
    expect([refused.status, faultsIn(refused)]).toEqual([422, ['Idempotency-Key']]);
  });
});

const ticketed = { title: 'Lunch?', options: ['a', 'b'], one_per: 'ticket' } as const;

async function createPoll() {
  const { id } = await fixture.server.askwell.polls.create(fixture.owner.session.account, ticketed);
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    call(fixture.server, method, `/api/v1/polls/${id}${path}`, { key: fixture.keys.account, headers });
  return { id, send };
}

test('a repeated withdrawal of unused tickets leaves those that were issued since', async () => {
  const { polls } = fixture.server.askwell;
  const { account } = fixture.owner.session;
  const { id, send } = await createPoll();
  await polls.tickets.create(account, id, 3);
  const headers = { 'idempotency-key': 'withdrawn' };
  const first = await send('POST', '/tickets/withdraw-unused', headers);
  expect(first.body).toEqual({ data: { count: 0, used: 0 } });
  await polls.tickets.create(account, id, 2);
  expect((await send('POST', '/tickets/withdraw-unused', headers)).text).toBe(first.text);
  expect(await polls.tickets.count(account, id)).toEqual({ count: 2, used: 0 });
});

test('a repeated creation of a link to results does not publish them again', async () => {
  const { id, send } = await createPoll();
  const headers = { 'idempotency-key': 'linked' };
  expect((await send('POST', '/results/link', headers)).status).toBe(200);
  expect((await send('DELETE', '/results/link')).status).toBe(204);
  const again = await send('POST', '/results/link', headers);
  expect([again.status, again.body]).toEqual([200, { data: { url: null } }]);
  expect(await fixture.server.askwell.polls.resultsLink.get(fixture.owner.session.account, id)).toEqual({ url: null });
});
