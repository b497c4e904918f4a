import { afterAll, beforeAll, expect, test } from 'vitest';
import { filledIn, openEditor, plainFields, sendDraft } from '../../../test/support/browser/editor-client.js';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let account: Owner;
let owner: FormBrowser;
beforeAll(async () => {
  server = await startService();
  account = await createOwner(server.services);
  owner = await signIn(account);
});
afterAll(() => server.close());

async function signIn({ email, password }: Owner): Promise<FormBrowser> {
  const browser = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await browser.submit('/login', { email, password });
  return browser;
}

const none = { accent: null, font: null, radius: null, density: null };
const accountOf = () => account.session.account;
const createSite = async () => (await server.services.sites.create(account.session.scope, { name: 'Shop <b>' })).id;
const siteDesign = (id: number) => server.askwell.sites.design.get(accountOf(), id);

async function createPoll(more: object = {}) {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], status: 'draft' as const, ...more };
  const { id } = await server.askwell.polls.create(accountOf(), draft);
  const path = `/dashboard/asks/${id}/design`;
  return { id, path, design: async () => (await server.askwell.polls.get(accountOf(), id)).design };
}

async function change(path: string, values: Readonly<Record<string, string>>) {
  const { fields } = await openEditor(owner, path);
  return owner.submit(path, filledIn(fields, values));
}

test('changes only the design of an ask', async () => {
  const { id, path, design } = await createPoll();
  const before = await server.askwell.polls.get(accountOf(), id);
  const saved = await change(path, { 'design.accent.choice': '#be185d', 'design.font': 'serif', do: 'save' });
  expect([saved.status, saved.location]).toEqual([303, path]);
  const after = { ...none, accent: '#be185d', font: 'serif' };
  const { version, updated_at, ...rest } = await server.askwell.polls.get(accountOf(), id);
  expect({ ...rest, version: before.version, updated_at: before.updated_at }).toEqual({ ...before, design: after });
  await change(path, { 'design.accent.picked': '#123456', 'design.radius': '3', 'design.density': 'compact' });
  expect(await design()).toEqual({ accent: '#123456', font: 'serif', radius: 3, density: 'compact' });
  const cleared = { 'design.accent.choice': '', 'design.font': '', 'design.radius.choice': '', 'design.density': '' };
  await change(path, cleared);
  expect(await design()).toBe(null);
});

test('shows an invalid value beside its field, with a link to the tab', async () => {
  const { path, design } = await createPoll();
  await change(path, { 'design.accent': 'blue"><i>', 'design.radius': '99' });
  expect(await design()).toBe(null);
  const page = await owner.open(path);
  expect(wordsOf(page)).toContain('2 things need a change before this can be published');
  expect(page.text).toContain(`<a href="${path}" dir="auto">Accent</a>: Must be a color like #0a7d5a.`);
  expect(page.text).toMatch(/name="design\.accent" aria-describedby="m-design-accent-fault[^>]* value="blue&quot;&gt;/);
  expect(page.text).not.toContain('<i>');
});

test('is saved by scripts, which get the definition for the preview', async () => {
  const { id } = await createPoll();
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], design: { accent: '#0F766E' } };
  const saved = await sendDraft(owner, id, 'v1', draft);
  expect(JSON.parse(saved.text)).toMatchObject({
    definition: { design: { accent: '#0f766e' } },
    issues: [],
    embedded: { poll: { design: { ...none, accent: '#0f766e' } } },
  });
});

test('without scripts, the changes of two tabs are put together', async () => {
  const { path, design } = await createPoll();
  const [mine, other] = [await owner.open(path), await owner.open(path)].map((shown) => plainFields(shown, path));
  await owner.submit(path, filledIn(other ?? [], { 'design.font': 'serif' }));
  const merged = await owner.submit(path, filledIn(mine ?? [], { 'design.accent.choice': '#be185d' }));
  expect(merged.location).toBe(`${path}?notice=changes-merged`);
  expect(await design()).toEqual({ ...none, accent: '#be185d', font: 'serif' });
});

test('refuses the changes of a second tab, and then does not change the site either', async () => {
  const site = await createSite();
  const { path, design } = await createPoll({ site_id: site });
  const { fields } = await openEditor(owner, path);
  await change(path, { 'design.font': 'mono' });
  const refused = await owner.submit(path, filledIn(fields, { 'design.font': 'serif', do: 'use-for-site' }));
  expect(refused.status).toBe(412);
  expect(wordsOf(refused)).toMatch(/Your changes were not saved\..*design/);
  expect([await design(), await siteDesign(site)]).toEqual([{ ...none, font: 'mono' }, none]);
});

test('says how the accent color contrasts, without scripts', async () => {
  const { path } = await createPoll({ design: { accent: '#facc15' } });
  const page = await owner.open(path);
  expect(wordsOf(page)).toMatch(/Buttons have black text\. .*Black text\. Easy to read \(1\d\.\d:1\)\./);
  expect(wordsOf(page)).toMatch(/Bars and borders on light pages Hard to see \(1\.5:1\)\. Askwell darkens it to \d/);
  expect(page.text).toContain('fill="#facc15" data-back');
});

test('gives the design as CSS, to copy and to download', async () => {
  const { id, path } = await createPoll({ design: { accent: '#0f766e', radius: 0 } });
  const css =
    'askwell-poll,\naskwell-quiz,\naskwell-form {\n  --askwell-accent: #0f766e;\n  --askwell-radius: 0px;\n}\n';
  expect((await owner.open(path)).text).toContain(`<code id="design-css">${css}</code>`);
  const file = await owner.open(`${path}.css`);
  expect([file.status, file.text]).toEqual([200, css]);
  expect(file.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${id}.css"`);
});

test('makes the design that is shown the default of the site', async () => {
  const site = await createSite();
  await server.services.sites.changeDesign(account.session.scope, site, { font: 'serif' });
  const { path, design } = await createPoll({ site_id: site });
  const page = await owner.open(path);
  expect(page.text).toContain('Use this design for all of <bdi>Shop &lt;b&gt;</bdi>');
  const used = await change(path, { 'design.accent': '#0f766e', do: 'use-for-site' });
  expect(used.location).toBe(`${path}?notice=site-design-saved`);
  expect(await design()).toEqual({ ...none, accent: '#0f766e' });
  expect(await siteDesign(site)).toEqual({ ...none, accent: '#0f766e', font: 'serif' });
  await change(path, { 'design.accent': '#0f7', 'design.font': 'mono', do: 'use-for-site' });
  expect(await siteDesign(site)).toEqual({ ...none, accent: '#0f766e', font: 'serif' });
  expect((await owner.open((await createPoll()).path)).text).not.toContain('use-for-site');
});

test('changes the design of a site on its own page', async () => {
  const site = await createSite();
  const path = `/dashboard/sites/${site}/design`;
  const values = {
    'design.accent': '',
    'design.accent.choice': '#7e22ce',
    'design.radius.choice': '16',
    'design.density': 'spacious',
  };
  const saved = await owner.submit(path, values);
  expect([saved.status, saved.location]).toEqual([303, `${path}?notice=site-design-saved`]);
  const stored = { ...none, accent: '#7e22ce', radius: 16, density: 'spacious' };
  expect(await siteDesign(site)).toEqual(stored);
  const page = await owner.open(path);
  expect(page.text).toMatch(/value="#7e22ce" checked/);
  expect(page.text).toContain('--askwell-accent: #7e22ce;');
  expect((await owner.open(`${path}.css`)).text).toContain('--askwell-radius: 16px;');

  const refused = await owner.submit(path, { 'design.accent': '#12', 'design.font': '"><i>', 'design.radius': '25' });
  expect(refused.status).toBe(422);
  expect(wordsOf(refused)).toContain('The design was not saved.');
  expect(wordsOf(refused)).toContain('Must be a color like #0a7d5a.');
  expect(refused.text).not.toContain('<i>');
  expect(await siteDesign(site)).toEqual(stored);
});

test('nobody else sees or changes the design of a site', async () => {
  const site = await createSite();
  const other = await signIn(await createOwner(server.services));
  const path = `/dashboard/sites/${site}/design`;
  for (const [url, status] of [
    [path, 404],
    [`${path}.css`, 404],
    ['/dashboard/sites/x/design', 404],
  ] as const) {
    expect([url, (await other.open(url)).status]).toEqual([url, status]);
  }
  expect((await other.submit(path, { 'design.font': 'mono' })).status).toBe(404);
  // An ask of another account that names the site does not change it either.
  const { id } = await server.askwell.polls.create(accountOf(), { title: 'Mine', options: ['a', 'b'] });
  expect((await other.submit(`/dashboard/asks/${id}/design`, { do: 'use-for-site' })).status).toBe(404);
  expect(await siteDesign(site)).toEqual(none);
});
