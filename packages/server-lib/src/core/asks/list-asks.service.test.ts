import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../test/support/http/http-client.js';
import { inBatches } from '../../../test/support/in-batches.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { all } from '../../db/sql/statement.js';

/** More than one batch. */
const many = 1_203;

let server: TestServer;
let owner: Owner;
let key: string;
let siteKey: string;
let shop: number;
/** The oldest first. */
const titles: { title: string; status: string; site: number | null }[] = [];

beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  key = await owner.key();
  const { scope } = owner.session;
  shop = (await server.services.sites.create(scope, { name: 'Shop' })).id;
  siteKey = await owner.key(shop);
  const { asks } = server.services.forms;
  const fields = [{ type: 'long_text' as const, label: 'Words', help: 'x'.repeat(2_000) }];
  await inBatches(many, (nth) => {
    const rare = nth % 400 === 3 ? ' RARE Ärger 100%_' : '';
    const status = nth % 7 === 0 ? ('closed' as const) : ('open' as const);
    const site_id = nth % 5 === 0 ? shop : null;
    const title = `Form ${nth}${rare}`;
    titles.push({ title, status, site: site_id });
    return asks.create(scope, { title, fields, status, site_id });
  });
  // The polls of a batch are created in any order.
  const rows = await server.services.store.read(all<{ title: string }>`select title from askwell_asks order by seq`);
  const places = new Map(rows.map(({ title }, at) => [title, at]));
  titles.sort((a, b) => (places.get(a.title) ?? 0) - (places.get(b.title) ?? 0));
  await asks.create((await createOwner(server.services)).session.scope, { title: 'Another RARE one', fields });
});
afterAll(() => server.close());

/** Returns the titles of all pages. */
async function listTitles(query: string, limit: number, with_ = key): Promise<string[]> {
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await createClient(server)('GET', `/forms?limit=${limit}&${query}${cursor}`, { key: with_ });
    expect(page.status, page.text).toBe(200);
    const data = page.at('data');
    if (!Array.isArray(data)) return expect.unreachable('A list has data.');
    expect(data.length).toBeLessThanOrEqual(limit);
    seen.push(...data.map(({ title }) => title));
    const next = page.at('meta.next_cursor');
    cursor = next === null ? '' : `&cursor=${String(next)}`;
  } while (cursor !== '');
  return seen;
}

const titlesWhere = (matches: (one: (typeof titles)[number]) => boolean, order: string) => {
  const found = titles.filter(matches).map(({ title }) => title);
  return order === 'asc' ? found : found.reverse();
};

describe('a search finds all matches, however many other asks lie between', () => {
  test.each([
    ['rare', 1],
    ['RARE', 3],
    ['Ärger', 100],
    ['100%25_', 2],
    ['orm 120', 25],
  ])('a search for "%s" with limit %i finds all matches', async (q, limit) => {
    const text = decodeURIComponent(q).toLowerCase();
    for (const order of ['asc', 'desc']) {
      const expected = titlesWhere(({ title }) => title.toLowerCase().includes(text), order);
      expect(expected.length).toBeGreaterThan(1);
      expect(await listTitles(`q=${q}&order=${order}`, limit)).toEqual(expected);
    }
  });

  test('a search without matches returns an empty list', async () => {
    expect(await listTitles('q=nowhere', 25)).toEqual([]);
  });
});

test('a search applies filters and site keys in every batch', async () => {
  expect(await listTitles('status=closed', 100)).toEqual(titlesWhere(({ status }) => status === 'closed', 'desc'));
  expect(await listTitles(`site_id=${shop}&status=closed`, 7)).toEqual(
    titlesWhere(({ status, site }) => status === 'closed' && site === shop, 'desc'),
  );
  expect(await listTitles('', 100, siteKey)).toEqual(titlesWhere(({ site }) => site === shop, 'desc'));
  expect(await listTitles('q=rare', 1, siteKey)).toEqual(
    titlesWhere(({ title, site }) => title.includes('RARE') && site === shop, 'desc'),
  );
  expect(await listTitles(`site_id=${shop + 1}`, 100, siteKey)).toEqual([]);
});

test('an export as JSON Lines has the same asks as the list', async () => {
  const reply = await server.fetch(`${server.url}/api/v1/forms?format=jsonl`, { headers: { 'X-API-Key': key } });
  const lines = (await reply.text()).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).title)).toEqual(titlesWhere(() => true, 'desc'));
});
