import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { filledIn, openEditor, sendDraft } from '../../../test/support/browser/editor-client.js';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { connectTo } from '../../../test/support/store/direct-connection.js';
import { run } from '../../db/sql/statement.js';

let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
let path: string;
let id: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  browser = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await browser.submit('/login', { email: owner.email, password: owner.password });
});
afterAll(() => server.close());
beforeEach(async () => {
  const form = await server.askwell.forms.create(owner.session.account, {
    title: 'Party',
    fields: [{ id: 'name', type: 'short_text', label: 'Name' }],
  });
  id = form.id;
  path = `/dashboard/asks/${id}`;
});

const manyConditions = {
  title: 'Party',
  fields: [{ id: 'name', type: 'short_text', label: 'Name', show_if: { all: Array(60_000).fill({}) } }],
};

test('the tab Code shows a definition that is too large again, and saves nothing', async () => {
  const { fields } = await openEditor(browser, `${path}/code`);
  const definition = JSON.stringify(manyConditions);
  const refused = await browser.submit(`${path}/code`, filledIn(fields, { definition, do: 'save' }));
  expect(refused.status).toBe(422);
  expect(wordsOf(refused)).toContain('Must have at most 50 items.');
  expect(refused.text.match(/[[,]\s*{}/g)).toHaveLength(60_000);
  expect((await browser.open(`${path}/logic`)).status).toBe(200);
  const larger = JSON.stringify({ title: 'Party', description: Array(60).fill('x'.repeat(4_900)) });
  const tooLong = await browser.submit(`${path}/code`, filledIn(fields, { definition: larger, do: 'save' }));
  expect([tooLong.status, wordsOf(tooLong).includes('larger than 256 KiB')]).toEqual([422, true]);
});

test.each([
  ['edit', 'title', 301],
  ['settings', 'after.message', 5_001],
])('the tab %s shows a text that is too long again', async (tab, member, length) => {
  const { fields } = await openEditor(browser, `${path}/${tab}`);
  const long = 'y'.repeat(length);
  const refused = await browser.submit(`${path}/${tab}`, filledIn(fields, { [member]: long, do: 'save' }));
  expect(refused.status).toBe(422);
  expect(wordsOf(refused)).toContain(`Use at most ${length - 1} characters.`);
  expect(refused.text).toContain(long);
  expect((await openEditor(browser, `${path}/${tab}`)).page.text).not.toContain(long);
  // The page still has the revision that it was opened with, so that the shorter text can be saved from there.
  const shorter = filledIn(fields, { [member]: long.slice(1), do: 'save' });
  expect((await browser.submit(`${path}/${tab}`, shorter)).status).toBe(303);
});

test('scripts get the issues as JSON', async () => {
  const refused = await sendDraft(browser, id, 'v1', { title: 'y'.repeat(301), fields: [] });
  expect([refused.status, JSON.parse(refused.text).issues]).toMatchObject([422, [{ path: 'title', code: 'too_long' }]]);
});

test('changes that an earlier version has saved open with a message, and can be shortened or discarded', async () => {
  const database = await connectTo(server.database);
  const found = await server.services.forms.asks.find(owner.session.scope, id);
  const seq = found?.ask.seq ?? expect.unreachable();
  const store = () =>
    database.run(run`insert into askwell_working_copies (ask, draft, revision, base_version, updated_at)
      values (${seq}, ${JSON.stringify(manyConditions)}, ${'r1'}, ${1}, ${1})`);
  await store();
  for (const tab of ['edit', 'logic', 'settings', 'design']) {
    const page = await browser.open(`${path}/${tab}`);
    expect([tab, page.status, wordsOf(page)]).toEqual([
      tab,
      200,
      expect.stringContaining('Field 1, “Name”, Show this field if: Must have at most 50 items.'),
    ]);
    expect(page.text.length).toBeLessThan(20_000);
  }
  const { page, fields } = await openEditor(browser, `${path}/code`);
  expect(wordsOf(page)).toContain('Field 1, “Name”, Show this field if: Must have at most 50 items.');
  const definition = JSON.stringify({ title: 'Party', fields: [] });
  expect((await browser.submit(`${path}/code`, filledIn(fields, { definition, do: 'save' }))).status).toBe(303);
  expect((await browser.open(`${path}/edit`)).text).toContain('id="outline"');

  await database.run(run`delete from askwell_working_copies where ask = ${seq}`);
  await store();
  const large = await openEditor(browser, `${path}/edit`);
  expect((await browser.submit(`${path}/code`, filledIn(large.fields, { do: 'discard' }))).status).toBe(303);
  expect(wordsOf(await browser.open(`${path}/edit`))).not.toContain('too large');
});
