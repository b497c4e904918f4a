import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { call, type Reply } from '../../../test/support/http/http-client.js';
import { codeIn, faultsIn, idIn, pageIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
let key: string;
let site: number;
let otherSite: number;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  key = await owner.key();
  const createSite = async (name: string) => idIn(await send('POST', '/api/v1/sites', { name }));
  [site, otherSite] = [await createSite('A'), await createSite('B')];
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}, by = key) =>
  call(server, method, path, { key: by, body, headers });
const read = async (path: string): Promise<Record<string, unknown>> => Object(await send('GET', path)).body.data;

/** The members that a copy does not share with its original. */
const ownMembers = { id: 0, title: 0, site_id: 0, status: 0, accepting: 0, answers_count: 0 };
const times = { created_at: 0, updated_at: 0, version: 0 };

const settings = {
  description: 'Something',
  opens_at: '2026-01-31T00:00:00Z',
  closes_at: '2026-02-01T00:00:00Z',
  max_answers: 7,
  keep_answers_days: 3,
  one_per: 'ticket',
  allow_change: true,
  results_visibility: 'never',
  after: { message: 'Thanks', url: 'https://example.com/' },
  locale: 'pt-BR',
  design: { accent: '#336699' },
};

describe.each(kindsUnderTest)('$plural', ({ plural, answers, draft, answer }) => {
  const root = `/api/v1/${plural}`;
  const pathOf = (reply: Reply) => `${root}/${reply.id('data.id')}`;
  const create = async (more: object = {}) => pathOf(await send('POST', root, { ...draft, site_id: site, ...more }));

  test('a copy is a draft with the same definition, without answers and tickets', async () => {
    const path = await create({ ...settings, closes_at: null });
    const { tickets } = Object(await send('POST', `${path}/tickets`, { count: 2 })).body.data;
    const body = { ...answer, ticket: tickets[0] };
    expect((await call(server, 'POST', `${path}/${answers}`, { body })).status).toBe(201);
    const original = await read(path);
    const reply = await send('POST', `${path}/copy`);
    expect(reply.status).toBe(201);
    expect([reply.headers.get('location'), reply.headers.get('etag')]).toEqual([pathOf(reply), '"1"']);
    const copy = await read(pathOf(reply));
    expect(copy).toEqual(reply.at('data'));
    expect({ ...copy, ...ownMembers, ...times }).toEqual({ ...original, ...ownMembers, ...times });
    expect(copy).toMatchObject({
      title: `${original['title']} (copy)`,
      site_id: site,
      status: 'draft',
      accepting: false,
      answers_count: 0,
      version: 1,
    });
    expect(copy['id']).not.toBe(original['id']);
    expect(await read(`${pathOf(reply)}/tickets`)).toEqual({ count: 0, used: 0 });
    expect(pageIn(await send('GET', `${pathOf(reply)}/${answers}`)).ids).toEqual([]);
    expect(await read(path)).toEqual(original);
  });

  test('a copy keeps the times and design of the original, also if they have passed', async () => {
    const path = await create(settings);
    const { opens_at, closes_at, design } = await read(path);
    expect(await read(pathOf(await send('POST', `${path}/copy`, {})))).toMatchObject({ opens_at, closes_at, design });
  });

  test('a copy has the title and site of the request', async () => {
    const path = await create();
    const copyWith = async (body: object) => (await send('POST', `${path}/copy`, body)).at('data');
    expect(await copyWith({ title: ' Again ' })).toMatchObject({ title: 'Again', site_id: site });
    expect(await copyWith({ site_id: otherSite })).toMatchObject({ site_id: otherSite });
    expect(await copyWith({ site_id: null })).toMatchObject({ site_id: null });
    const long = await create({ title: '😀'.repeat(300) });
    expect((await send('POST', `${long}/copy`)).at('data.title')).toBe(`${'😀'.repeat(293)} (copy)`);
  });

  test('a site key copies within its site only', async () => {
    const path = await create();
    const byKey = async (id: number, body?: object) => send('POST', `${path}/copy`, body, {}, await owner.key(id));
    expect((await byKey(site)).at('data.site_id')).toBe(site);
    expect((await byKey(site, { site_id: site })).status).toBe(201);
    for (const site_id of [otherSite, null]) expect(faultsIn(await byKey(site, { site_id }))).toEqual(['site_id']);
    expect((await byKey(otherSite)).status).toBe(404);
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(301) }, 'title'],
    [{ site_id: 999_999 }, 'site_id'],
    [{ status: 'open' }, 'status'],
  ])('refuses %j', async (body, path) => {
    expect(faultsIn(await send('POST', `${await create()}/copy`, body))).toEqual([path]);
  });

  test('a repeated request with the same Idempotency-Key returns the same copy', async () => {
    const [path, another] = [await create(), await create()];
    const headers = { 'idempotency-key': `copy ${plural}` };
    const copies = await Promise.all([1, 2, 3].map(() => send('POST', `${path}/copy`, {}, headers)));
    expect(new Set(copies.map(({ text }) => text)).size).toBe(1);
    expect(copies.map(({ headers: sent }) => sent.get('idempotency-replayed')).sort()).toEqual([null, 'true', 'true']);
    expect(codeIn(await send('POST', `${path}/copy`, { title: 'x' }, headers))).toBe('idempotency_mismatch');
    const other = await send('POST', `${another}/copy`, {}, headers);
    expect(other.status).toBe(201);
    expect(pathOf(other)).not.toBe(pathOf(await send('POST', `${path}/copy`, {}, headers)));
  });
});
