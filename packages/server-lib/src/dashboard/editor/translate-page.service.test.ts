import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { filledIn, openEditor } from '../../../test/support/browser/editor-client.js';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { TranslateTexts } from '../../core/languages/translate-texts.js';

let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
let path: string;
let id: string;
/** The function of the host. */
let translate: TranslateTexts;
beforeAll(async () => {
  server = await startService({ translate: async (texts, from, to) => translate(texts, from, to) });
  owner = await createOwner(server.services);
  browser = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await browser.submit('/login', { email: owner.email, password: owner.password });
});
afterAll(() => server.close());

const account = () => owner.session.account;
beforeEach(async () => {
  const form = await server.askwell.forms.create(account(), {
    title: 'Contact',
    status: 'draft',
    languages: ['en', 'de'],
    fields: [{ id: 'size', type: 'single_choice', label: 'Size', options: ['Small'] }],
    translations: { de: { title: 'Kontakt' } },
  });
  id = form.id;
  path = `/dashboard/asks/${id}/translate`;
});

const stored = () => server.askwell.forms.get(account(), id);

/** Sends the form of a page with other values. */
async function change(at: string, values: Readonly<Record<string, string>>) {
  const { fields } = await openEditor(browser, at);
  return browser.submit(path, filledIn(fields, values));
}

test('shows the progress of each language, and the texts beside their translations', async () => {
  expect(wordsOf(await browser.open(path))).toContain('1 of 3, 2 texts missing');
  const page = await browser.open(`${path}?item=de`);
  expect(page.text).toContain('name="translations.de.title" lang="de"');
  expect(page.text).toContain('value="Kontakt"');
  expect(wordsOf(page)).toMatch(/Title Contact .*Label Missing Size .*Option Missing Small/);
});

test('saves the translations of a language, and keeps the others', async () => {
  await change(`${path}?item=de`, { 'translations.de.fields.size.label': 'Größe', 'translations.de.title': '' });
  expect((await stored()).translations).toEqual({ de: { fields: { size: { label: 'Größe' } } } });
});

test('marks a translation whose text has changed', async () => {
  await server.askwell.forms.update(account(), id, { title: 'Contact us' });
  expect(wordsOf(await browser.open(path))).toContain('1 to check');
  expect(wordsOf(await browser.open(`${path}?item=de`))).toContain('The text has changed since');
});

test('adds and removes languages', async () => {
  await change(path, { 'languages.pasted': 'ar', do: 'add-language' });
  expect((await stored()).languages).toEqual(['en', 'de', 'ar']);
  await change(path, { do: 'remove:languages.1' });
  expect(await stored()).toMatchObject({ languages: ['en', 'ar'], translations: {} });
  await change(path, { do: 'remove:languages.1' });
  expect((await stored()).languages).toEqual([]);
  await change(path, { 'first.pasted': 'fr', 'languages.pasted': 'nl', do: 'add-language' });
  expect((await stored()).languages).toEqual(['fr', 'nl']);
});

test('an unknown language has no page', async () => {
  expect((await browser.open(`${path}?item=fr`)).status).toBe(404);
});

async function upload(content: string) {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'text/csv' }), 'de.csv');
  const body = new Response(form);
  const headers = {
    'content-type': body.headers.get('content-type') ?? '',
    cookie: cookies(),
    'sec-fetch-site': 'same-origin',
  };
  return server.askwell.fetch(
    new Request(`http://localhost${path}/de/import`, { method: 'POST', headers, body: await body.arrayBuffer() }),
  );
}

const cookies = () => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

test('gives a file to translators, and imports it again', async () => {
  const file = await browser.open(`${path}/de/file?format=csv`);
  expect(file.headers.get('content-disposition')).toContain(`${id}-de.csv`);
  expect(file.text).toContain('title,Contact,Kontakt');
  const imported = await upload(file.text.replace('fields.size.label,Size,', 'fields.size.label,Size,Größe'));
  expect([imported.status, imported.headers.get('location')]).toEqual([
    303,
    `${path}?item=de&notice=translation-imported`,
  ]);
  expect((await stored()).translations).toEqual({ de: { title: 'Kontakt', fields: { size: { label: 'Größe' } } } });
  const xliff = await browser.open(`${path}/de/file?format=xliff`);
  expect(xliff.text).toContain('<target>Größe</target>');
});

test('says where a file is wrong, and imports nothing', async () => {
  const refused = await upload('path,source,translation\nfields.f9.label,a,b\n');
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(
    'Line 2, column 19: there is no text &quot;fields.f9.label&quot; to translate.',
  );
});

test('adds the translations of the app to the changes', async () => {
  translate = async (texts, from, to) => texts.map((text) => `${text} (${from}–${to})`);
  expect(wordsOf(await browser.open(`${path}?item=de`))).toContain('Translate missing texts');
  const { location } = await browser.submit(`${path}/de/missing`);
  expect(location).toBe(`${path}?item=de&notice=texts-translated`);
  expect((await stored()).translations).toEqual({
    de: {
      title: 'Kontakt',
      fields: { size: { label: 'Size (en–de)', options: { o1: { label: 'Small (en–de)' } } } },
    },
  });
});

test.each<[string, TranslateTexts]>([
  ['fails', () => Promise.reject(new Error('No network.'))],
  ['returns too few texts', async () => ['one']],
  ['returns a text that is too long', async (texts) => texts.map(() => 'x'.repeat(501))],
])('changes nothing if the function of the app %s', async (_what, broken) => {
  translate = broken;
  const refused = await browser.submit(`${path}/de/missing`);
  expect([refused.status, wordsOf(refused)]).toEqual([
    409,
    expect.stringContaining('The texts could not be translated. Try again later.'),
  ]);
  expect((await stored()).translations).toEqual({ de: { title: 'Kontakt' } });
});
