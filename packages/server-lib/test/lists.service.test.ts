import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../src/owners/access/session.js';
import { call } from './support/http/http-client.js';
import { codeIn, faultsIn, pageIn } from './support/http/parse-replies.js';
import { createKey } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

let accounts = 0;

/** Creates an account with some sites. */
async function createAccount(sites = 0) {
  const { services } = server;
  const user = { id: `user-${++accounts}`, name: 'A', email: `user${accounts}@example.com` };
  const session = Session.verify({ ...user, id: (await services.accounts.ensure(user, false)).row.id }, null);
  const { raw: key } = await createKey(services, session, { name: 'Key' });
  const add = async (name: string) => (await services.sites.create(session.scope, { name })).id;
  const ids = await Promise.all(Array.from({ length: sites }, (_, at) => add(`Site ${at}`)));
  return {
    key,
    ids: ids.sort((a, b) => a - b),
    add,
    remove: (id: number) => services.sites.delete(session.scope, id),
    list: (query: string) => call(server, 'GET', `/api/v1/sites${query}`, { key }),
  };
}

test('a page has 25 rows by default, newest first, and the cursor of the next page', async () => {
  const { ids, list } = await createAccount(60);
  const newest = [...ids].reverse();
  const first = pageIn(await list(''));
  expect(first.ids).toEqual(newest.slice(0, 25));
  const second = pageIn(await list(`?cursor=${first.next}`));
  expect(second.ids).toEqual(newest.slice(25, 50));
  const last = pageIn(await list(`?cursor=${second.next}`));
  expect(last).toEqual({ ids: newest.slice(50), next: null });
});

test('an empty list and an exactly full page have no next page', async () => {
  const none = await createAccount();
  expect((await none.list('')).text).toBe('{"data":[],"meta":{"next_cursor":null}}');
  const full = await createAccount(3);
  expect(pageIn(await full.list('?limit=3'))).toEqual({ ids: [...full.ids].reverse(), next: null });
});

test.each([1, 2, 3, 24, 100])('pages of %d contain every row once, in both orders', async (limit) => {
  const { ids, list } = await createAccount(24);
  for (const order of ['asc', 'desc']) {
    const seen: number[] = [];
    let cursor = '';
    do {
      const page = pageIn(await list(`?limit=${limit}&order=${order}${cursor}`));
      expect(page.ids.length).toBeLessThanOrEqual(limit);
      seen.push(...page.ids);
      cursor = page.next ? `&cursor=${page.next}` : '';
    } while (cursor);
    expect(seen).toEqual(order === 'asc' ? ids : [...ids].reverse());
  }
});

test('paging repeats and skips no row, while others are added and deleted', async () => {
  const writes = fc.array(fc.oneof(fc.constant('add' as const), fc.nat()), { maxLength: 4 });
  const walk = fc.record({
    sites: fc.integer({ min: 0, max: 12 }),
    limit: fc.integer({ min: 1, max: 5 }),
    order: fc.constantFrom('asc', 'desc'),
    between: fc.array(writes, { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(walk, async ({ sites, limit, order, between }) => {
      const { ids, list, add, remove } = await createAccount(sites);
      const present = [...ids];
      const deleted = new Set<number>();
      const seen: number[] = [];
      const pauses = [...between];
      let cursor = '';
      do {
        const page = pageIn(await list(`?limit=${limit}&order=${order}${cursor}`));
        seen.push(...page.ids);
        cursor = page.next ? `&cursor=${page.next}` : '';
        for (const write of pauses.shift() ?? []) {
          const victim = write === 'add' ? undefined : present.splice(write % Math.max(1, present.length), 1)[0];
          if (write === 'add') present.push(await add('Later'));
          else if (victim !== undefined) {
            deleted.add(victim);
            await remove(victim);
          }
        }
      } while (cursor);

      const inOrder = [...seen].sort((a, b) => (order === 'asc' ? a - b : b - a));
      expect(seen).toEqual(inOrder);
      expect(new Set(seen).size).toBe(seen.length);
      expect(ids.filter((id) => !deleted.has(id) && !seen.includes(id))).toEqual([]);
      if (order === 'desc') expect(seen.filter((id) => !ids.includes(id))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

describe('refuses', () => {
  let account: Awaited<ReturnType<typeof createAccount>>;
  beforeAll(async () => {
    account = await createAccount(3);
  });

  test.each(['0', '101', '1000', '-1', '1.5', '1e1', 'x', '', '+1', '%201', '0x1'])('limit=%s', async (limit) => {
    const answer = await account.list(`?limit=${limit}`);
    expect([answer.status, codeIn(answer), faultsIn(answer)]).toEqual([422, 'invalid', ['limit']]);
  });

  const cursorOf = (text: string) => Buffer.from(text).toString('base64url');

  test.each([
    '',
    'x',
    'null',
    '1',
    cursorOf('id:'),
    cursorOf('id:-1'),
    cursorOf('id:x'),
    cursorOf('id:NaN'),
    cursorOf('id:01'),
    cursorOf('id:1e3'),
    cursorOf('id:1 '),
    cursorOf('id:9999999999999999'),
    cursorOf('ID:1'),
    `${cursorOf('id:1')}=`,
    `!${cursorOf('id:1')}`,
    `${cursorOf('id:1')}%00`,
    'a'.repeat(4_000),
  ])('cursor=%s', async (cursor) => {
    const answer = await account.list(`?cursor=${cursor}`);
    expect([answer.status, codeIn(answer), faultsIn(answer)]).toEqual([422, 'invalid', ['cursor']]);
  });

  test.each([
    ['order=up', ['order']],
    ['order=ASC', ['order']],
    ['format=xml', ['format']],
    ['page=2', ['page']],
    ['limit=0&order=up&x=1', ['limit', 'order', 'x']],
    ['limit=10&format=jsonl', ['limit']],
  ])('%s', async (query, faults) => {
    const answer = await account.list(`?${query}`);
    expect([answer.status, faultsIn(answer).sort()]).toEqual([422, faults]);
  });

  test('accepts its own cursors and refuses all others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.nat().map((id) => cursorOf(`id:${id}`)),
        ),
        async (cursor) => {
          const { status } = await account.list(`?cursor=${encodeURIComponent(cursor.toWellFormed())}`);
          const isOurs = /^id:(0|[1-9]\d{0,14})$/.test(Buffer.from(cursor, 'base64url').toString('latin1'));
          expect(status).toBe(isOurs && !/[^\w-]/.test(cursor) ? 200 : 422);
        },
      ),
    );
  });
});

describe('JSON lines', () => {
  const idsIn = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => /^\{"id":(\d+),/.exec(line)?.[1])
      .map(Number);

  test('stream one line per row, up to the limit of a thousand sites', async () => {
    const { key, ids, list } = await createAccount(1_000);
    const refused = await call(server, 'POST', '/api/v1/sites', { key, body: { name: 'Too many' } });
    expect([refused.status, codeIn(refused)]).toEqual([409, 'conflict']);

    const newest = await list('?format=jsonl');
    expect([newest.status, newest.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(idsIn(newest.text)).toEqual([...ids].reverse());
    expect(idsIn((await list('?format=jsonl&order=asc')).text)).toEqual(ids);
    const { next } = pageIn(await list('?limit=100&order=asc'));
    expect(idsIn((await list(`?format=jsonl&order=asc&cursor=${next}`)).text)).toEqual(ids.slice(100));
  });

  test('are empty for an empty list', async () => {
    const { list } = await createAccount();
    const answer = await list('?format=jsonl');
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});
