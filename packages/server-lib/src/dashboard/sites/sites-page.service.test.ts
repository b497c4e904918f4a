import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFormBrowser,
  type FormBrowser,
  makeKey,
  register,
  wordsOf,
} from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: FormBrowser;
let key: string;
beforeAll(async () => {
  server = await startService();
  owner = createFormBrowser(server);
  await register(owner);
  key = await makeKey(owner, { name: 'Account' });
});
afterAll(() => server.close());

interface SiteList {
  data: { id: number; name: string; origins: string[] }[];
}

async function sites(): Promise<SiteList['data']> {
  const reply = await server.fetch(`${server.url}/api/v1/sites?order=asc`, { headers: { 'x-api-key': key } });
  const { data }: SiteList = JSON.parse(await reply.text());
  return data;
}

async function create(name: string, origins = ''): Promise<number> {
  const reply = await owner.submit('/dashboard/sites', { name, origins });
  expect([reply.status, reply.location]).toEqual([303, '/dashboard/sites?notice=site-created']);
  return (await sites()).find((site) => site.name === name)?.id ?? 0;
}

test('separates origins by line breaks, spaces or commas', async () => {
  await create(
    'Shop',
    'https://a.example.com\r\nhttps://b.example.com , HTTPS://C.example.com:443/ https://a.example.com',
  );
  const origins = ['https://a.example.com', 'https://b.example.com', 'https://c.example.com'];
  expect(await sites()).toContainEqual(expect.objectContaining({ name: 'Shop', origins }));
  expect(wordsOf(await owner.open('/dashboard/sites'))).toContain(`Shop Web addresses ${origins.join(' ')}`);
});

test('the column with the actions has its name for screen readers only', async () => {
  await create('Blog');
  for (const path of ['/dashboard/sites', '/dashboard/account', '/dashboard/keys']) {
    const { text } = await owner.open(path);
    expect(text).toContain('<span class="unseen">Actions</span></th>');
    expect(text).not.toMatch(/cell-label[^>]*>Actions/);
  }
});

test('names each invalid origin in its error', async () => {
  const origins = 'https://fine.example.com\nhttps://example.com/path\nexample.com';
  const reply = await owner.submit('/dashboard/sites', { name: 'Broken', origins });
  expect(reply.status).toBe(422);
  expect(wordsOf(reply)).toContain('Shorten “https://example.com/path” to https://example.com');
  expect(wordsOf(reply)).toContain('“example.com” has no https://.');
  expect(reply.text).toContain(`>\n${origins}</textarea>`);
});

test('refuses more than 100 origins', async () => {
  const origins = Array.from({ length: 101 }, (_, n) => `https://h${n}.example.com`).join('\n');
  const reply = await owner.submit('/dashboard/sites', { name: 'Many', origins });
  expect(reply.status).toBe(422);
  expect(wordsOf(reply)).toContain('Must have at most 100 items.');
});

test('changes the name and the origins of a site', async () => {
  const id = await create('Before', 'https://old.example.com');
  const form = await owner.open(`/dashboard/sites/${id}`);
  expect(form.text).toContain('value="Before"');
  expect(form.text).toContain('\nhttps://old.example.com</textarea>');
  const reply = await owner.submit(`/dashboard/sites/${id}`, { name: 'After', origins: '' });
  expect([reply.status, reply.location]).toEqual([303, '/dashboard/sites?notice=site-saved']);
  expect(await sites()).toContainEqual(expect.objectContaining({ id, name: 'After', origins: [] }));
  const wrong = await owner.submit(`/dashboard/sites/${id}`, { name: '', origins: 'https://kept.example.com' });
  expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('Name Enter a name.')]);
  expect(wrong.text).toContain('\nhttps://kept.example.com</textarea>');
});

test('does not delete a site with API keys and says what to do', async () => {
  const id = await create('Busy');
  await makeKey(owner, { name: 'Scoped', site_id: String(id) });
  expect(wordsOf(await owner.open(`/dashboard/sites/${id}`))).toContain(
    'This site has the API key “Scoped”. Delete the key first',
  );
  const refused = await owner.submit(`/dashboard/sites/${id}/delete`);
  expect(refused.status).toBe(409);
  expect(wordsOf(refused)).toContain(
    'The site was not deleted. This site has the API key “Scoped”. Delete the key first',
  );
  expect(await sites()).toContainEqual(expect.objectContaining({ id }));
});

test('deletes a site without API keys', async () => {
  const id = await create('Idle');
  const reply = await owner.submit(`/dashboard/sites/${id}/delete`);
  expect([reply.status, reply.location]).toEqual([303, '/dashboard/sites?notice=site-deleted']);
  expect((await owner.open(`/dashboard/sites/${id}`)).status).toBe(404);
  expect((await owner.submit(`/dashboard/sites/${id}/delete`)).status).toBe(404);
});

test('does not find a site of another account', async () => {
  const other = await createOwner(server.services);
  const id = (await server.services.sites.create(other.session.scope, { name: 'Theirs' })).id;
  expect((await owner.open(`/dashboard/sites/${id}`)).status).toBe(404);
  expect((await owner.submit(`/dashboard/sites/${id}`, { name: 'Mine' })).status).toBe(404);
  expect((await owner.submit(`/dashboard/sites/${id}/delete`)).status).toBe(404);
  expect(await server.services.sites.find(other.session.scope, id)).toMatchObject({ name: 'Theirs' });
});
