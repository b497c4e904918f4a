import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { collect } from '../../../test/support/collect.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { exportFile, inChunks } from '../../../test/support/transfer.js';

let server: TestServer;
let owner: Owner;
let key: string;
let site: number;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());
beforeEach(async () => {
  site = (await server.askwell.sites.create(owner.session.account, { name: 'Shop' })).id;
});

const sites = () => server.services.sites;
const scope = () => owner.session.scope;
const nothing = { accent: null, font: null, radius: null, density: null };

test('a design has null for each member until it is set, and after it is removed', async () => {
  const { design } = server.askwell.sites;
  const { account } = owner.session;
  expect(await design.get(account, site)).toEqual(nothing);
  expect(await design.update(account, site, { accent: '#0A7D5A' })).toEqual({ ...nothing, accent: '#0a7d5a' });
  expect(await design.update(account, site, { radius: 4 })).toEqual({ ...nothing, accent: '#0a7d5a', radius: 4 });
  expect(await design.update(account, site, { accent: null })).toEqual({ ...nothing, radius: 4 });
  await design.delete(account, site);
  expect(await design.get(account, site)).toEqual(nothing);
});

test('a design cannot be read or changed by another account', async () => {
  const { design } = server.askwell.sites;
  const { account: other } = (await createOwner(server.services)).session;
  await expect(design.get(other, site)).rejects.toMatchObject({ code: 'not_found' });
  await expect(design.update(other, site, { radius: 4 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(design.delete(other, site)).rejects.toMatchObject({ code: 'not_found' });
  expect(await design.get(owner.session.account, site)).toEqual(nothing);
});

test('a design is read, changed and removed over HTTP, by the version of the site', async () => {
  const path = `/api/v1/sites/${site}/design`;
  const send = (method: string, body?: object, headers: Record<string, string> = {}) =>
    call(server, method, path, { key, headers, ...(body ? { body } : {}) });
  const changed = await send('PATCH', { font: 'serif' }, { 'if-match': '"1"' });
  expect([changed.status, changed.body, changed.headers.get('etag')]).toEqual([
    200,
    { data: { ...nothing, font: 'serif' } },
    '"2"',
  ]);
  expect((await send('PATCH', { font: 'serif' })).headers.get('etag')).toBe('"2"');
  expect((await send('PATCH', { radius: 1 }, { 'if-match': '"1"' })).status).toBe(412);
  const invalid = await send('PATCH', { accent: 'red', size: 1 });
  expect([invalid.status, Object.keys(Object(invalid.at('errors')))]).toEqual([422, ['accent', 'size']]);
  expect((await send('DELETE', undefined, { 'if-match': '"1"' })).status).toBe(412);
  expect((await send('DELETE')).status).toBe(204);
  expect((await send('GET')).body).toEqual({ data: nothing });
  expect((await call(server, 'GET', `/api/v1/sites/${site}`, { key })).headers.get('etag')).toBe('"3"');
});

test('a design is not a member of its site in the REST interface', async () => {
  const path = `/api/v1/sites/${site}`;
  const before = await call(server, 'GET', path, { key });
  await sites().changeDesign(scope(), site, { radius: 4 });
  const after = await call(server, 'GET', path, { key });
  const withoutChange = (data: unknown) => ({ ...Object(data), updated_at: '', version: 0 });
  expect(withoutChange(after.at('data'))).toEqual(withoutChange(before.at('data')));
  const refused = await call(server, 'PATCH', path, { key, body: { design: null } });
  expect([refused.status, refused.at('errors')]).toEqual([422, { design: ['Unknown field.'] }]);
});

describe.each(kindsUnderTest)('visitors of $plural of the site', ({ plural, draft }) => {
  const create = async (design: object | null) => {
    const body = { ...draft, site_id: site, design };
    return (await call(server, 'POST', `/api/v1/${plural}`, { key, body })).id('data.id');
  };
  const designOf = async (id: string, name = plural === 'quizzes' ? 'quiz' : plural.slice(0, -1)) =>
    (await call(server, 'GET', `/embed/${plural}/${id}`)).at(`data.${name}.design`);

  test('see what the ask sets, then what the site sets', async () => {
    const id = await create({ accent: '#111111', radius: 0 });
    const plain = await create(null);
    expect([await designOf(id), await designOf(plain)]).toEqual([{ ...nothing, accent: '#111111', radius: 0 }, null]);
    await sites().changeDesign(scope(), site, { accent: '#222222', radius: 8, font: 'mono' });
    expect(await designOf(id)).toEqual({ ...nothing, accent: '#111111', radius: 0, font: 'mono' });
    expect(await designOf(plain)).toEqual({ ...nothing, accent: '#222222', radius: 8, font: 'mono' });
    const owned = await call(server, 'GET', `/api/v1/${plural}/${id}`, { key });
    expect(owned.at('data.design')).toEqual({ ...nothing, accent: '#111111', radius: 0 });
  });

  test('get the view again after the design of the site was changed', async () => {
    const path = `/embed/${plural}/${await create(null)}`;
    const first = await call(server, 'GET', path);
    const again = () => call(server, 'GET', path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
    expect((await again()).status).toBe(304);
    await sites().changeDesign(scope(), site, { density: 'compact' });
    const changed = await again();
    expect([changed.status, changed.text.includes('"density":"compact"')]).toEqual([200, true]);
  });
});

test('visitors with a preview link see the design of the site', async () => {
  await sites().changeDesign(scope(), site, { radius: 3 });
  const { asks, previews } = server.services.polls;
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], site_id: site, status: 'draft' as const };
  const { ask } = await asks.create(scope(), draft);
  const preview = await call(server, 'GET', `/embed/polls/${asks.wireId(ask)}?preview=${previews.sign(ask)}`);
  expect(preview.at('data')).toMatchObject({ poll: { design: { ...nothing, radius: 3 } } });
});

test('the design of an imported site comes from the file, and is null for files of earlier versions', async () => {
  await sites().changeDesign(scope(), site, { accent: '#0a7d5a' });
  const file = await exportFile(server.services, scope());
  const designsOf = async (text: string) => {
    const { session } = await createOwner(server.services);
    await server.services.transfer.import(session.scope, inChunks(text), 'renew');
    const list = await collect(server.askwell.sites.list(session.account));
    return Promise.all(list.map(({ id }) => server.askwell.sites.design.get(session.account, id)));
  };
  expect(await designsOf(file)).toContainEqual({ ...nothing, accent: '#0a7d5a' });
  const earlier = file.replaceAll(/("type":"site".*),"design":(null|\{[^}]*\})/g, '$1');
  for (const design of await designsOf(earlier)) expect(design).toEqual(nothing);
  await expect(designsOf(file.replace('#0a7d5a', 'url(x)'))).rejects.toMatchObject({ code: 'invalid' });
});
