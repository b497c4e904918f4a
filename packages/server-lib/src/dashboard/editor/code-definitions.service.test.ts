import { afterAll, beforeAll, expect, test } from 'vitest';
import { filledIn, openEditor } from '../../../test/support/browser/editor-client.js';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { defineForm } from '../../shared/contract/definitions/form.js';

let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  browser = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await browser.submit('/login', { email: owner.email, password: owner.password });
});
afterAll(() => server.close());

const tabs = ['edit', 'logic', 'design', 'settings', 'code'];
const party = defineForm({ title: 'Party', fields: [{ id: 'name', type: 'short_text', label: 'Name' }] });

test('the editor says that the code of the app defines a form', async () => {
  const { id } = await server.askwell.forms.ensure(owner.session.account, '<onboarding>', party);
  for (const tab of tabs) {
    const words = wordsOf(await browser.open(`/dashboard/asks/${id}/${tab}`));
    // Tags count as spaces.
    expect(words, tab).toContain('This form is defined in the code of the app, as “ <onboarding> ”.');
    expect(words, tab).toContain('Your changes here stay until that code changes.');
  }
});

test('the editor shows no such message for other forms', async () => {
  const { id } = await server.askwell.forms.create(owner.session.account, party);
  for (const tab of tabs)
    expect(wordsOf(await browser.open(`/dashboard/asks/${id}/${tab}`)), tab).not.toContain('in the code of the app');
});

test('what an owner publishes in the editor stays until the code changes', async () => {
  const { forms } = server.askwell;
  const account = owner.session.account;
  const { id } = await forms.ensure(account, 'party', party);
  const path = `/dashboard/asks/${id}/edit`;
  const { fields } = await openEditor(browser, path);
  await browser.submit(path, filledIn(fields, { title: 'Our party', do: 'publish' }));
  expect((await forms.ensure(account, 'party', party)).title).toBe('Our party');
  expect((await forms.ensure(account, 'party', { ...party, description: 'On Friday.' })).title).toBe('Party');
});

test('the page before a deletion says that the code may create the form again', async () => {
  const { forms } = server.askwell;
  const account = owner.session.account;
  const [defined, other] = [await forms.ensure(account, 'temporary', party), await forms.create(account, party)];
  const pageOf = async (...ids: string[]) =>
    wordsOf(await browser.open(`/dashboard/asks/delete?${ids.map((id) => `id=${id}`).join('&')}`));
  expect(await pageOf(defined.id)).toContain('This is defined in the code of the app, which may create it again');
  expect(await pageOf(defined.id, other.id)).toContain('Some of these are defined in the code of the app');
  expect(await pageOf(other.id)).not.toContain('the code of the app');
});
