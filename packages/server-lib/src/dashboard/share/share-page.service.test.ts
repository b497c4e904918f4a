import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31T09:00:00Z');
let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
beforeAll(async () => {
  server = await startService({ baseUrl: 'https://polls.example.com/tools', clock: source });
  owner = await createOwner(server.services);
  browser = await signIn(owner);
});
afterAll(() => server.close());

/** Paths of the pages start with the base path, which the URL of the server ends with. */
async function signIn({ email, password }: Owner): Promise<FormBrowser> {
  const signedIn = createFormBrowser(server, { origin: 'https://polls.example.com' });
  expect((await signedIn.submit('/login', { email, password })).status).toBe(303);
  return signedIn;
}

async function create(plural: string, body: object): Promise<string> {
  const made = await call(server, 'POST', `/api/v1/${plural}`, { key: await owner.key(), body });
  expect(made.status).toBe(201);
  return made.id('data.id');
}

const poll = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const share = (id: string, rest = '') => `/dashboard/asks/${id}/share${rest}`;

/** Returns the code that is shown in an element. */
function codeOf(page: { text: string }, id: string): string {
  const [, markup = ''] = new RegExp(`<code id="${id}">([^<]*)</code>`).exec(page.text) ?? [];
  return wordsOf({ status: 200, location: null, headers: new Headers(), text: markup.replaceAll('\n', '⏎') })
    .replaceAll('⏎', '\n')
    .trim();
}

describe.each(kindsUnderTest)('the tab of one of the $plural', ({ plural, draft }) => {
  const kind = { polls: 'poll', quizzes: 'quiz', forms: 'form' }[plural];
  const component = `Askwell${{ polls: 'Poll', quizzes: 'Quiz', forms: 'Form' }[plural]}`;

  test('shows the link, and code with the ID and the server', async () => {
    const id = await create(plural, draft);
    const page = await browser.open(share(id));
    expect(page.status).toBe(200);
    expect(page.text.replaceAll('<wbr>', '')).toContain(`>https://polls.example.com/tools/p/${id}</output>`);
    expect(page.text).toContain(`<a class="button" href="https://polls.example.com/tools/p/${id}">View</a>`);
    expect(codeOf(page, 'embed-tags-0')).toBe(
      '<script async src="https://polls.example.com/tools/widget.js"></script>\n' +
        `<askwell-${kind} ${kind}-id="${id}"></askwell-${kind}>`,
    );
    expect(codeOf(page, 'embed-version-0')).toMatch(/integrity="sha384-[\w+/]{64}" crossorigin="anonymous"/);
    expect(codeOf(page, 'embed-cms-0')).toContain(`<div data-askwell="${id}"></div>`);
    expect(codeOf(page, 'embed-popup-0')).toContain(`commandfor="askwell-${kind}"`);
    for (const framework of ['react', 'vue', 'svelte']) {
      const code = codeOf(page, `embed-${framework}-1`);
      expect(code).toContain(`import { ${component} } from '@askwell/widget/${framework}';`);
      const prop = framework === 'vue' ? `${kind}-id` : `${kind}Id`;
      expect(code).toContain(`<${component} ${prop}="${id}" server="https://polls.example.com/tools" />`);
    }
    expect(page.text.match(/<details class="way" name="embed"[^>]* open>/g)).toHaveLength(1);
    expect(page.text.includes('id="embed-plain"')).toBe(kind === 'form');
  });

  test('shows the preview link of a draft, which works without signing in', async () => {
    const id = await create(plural, { ...draft, status: 'draft' });
    const page = await browser.open(share(id));
    expect(page.headers.get('content-encoding')).toBeNull();
    const words = wordsOf(page);
    expect(words).toContain('for seven days. A draft accepts no answers.');
    expect(words).toContain('Other websites show a draft only after you publish it.');
    const [, path = ''] =
      /href="https:\/\/polls\.example\.com\/tools(\/p\/[^"]+\?preview=[^"]+)"/.exec(page.text) ?? [];
    expect((await createFormBrowser(server).open(path)).status).toBe(200);
    expect((await createFormBrowser(server).open(`/p/${id}`)).status).toBe(404);
  });
});

test('offers the QR code of the link as SVG and PNG', async () => {
  const id = await create('polls', poll);
  const svg = await browser.open(share(id, '/qr.svg'));
  expect(svg.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(svg.headers.get('content-disposition')).toBe(`attachment; filename="${id}.svg"`);
  expect(svg.text).toBe((await createFormBrowser(server).open(`/p/${id}/qr.svg`)).text);
  const png = await browser.open(share(id, '/qr.png'));
  expect(png.headers.get('content-type')).toBe('image/png');
  expect(png.headers.get('content-disposition')).toBe(`attachment; filename="${id}.png"`);
  expect(png.text).toContain('PNG\r\n');
});

test('shows the settings that matter, and the allowed origins', async () => {
  const origins = ['https://shop.example.com', 'https://www.example.com'];
  const site = await server.services.sites.create(owner.session.scope, { name: 'Shop <b>', origins });
  const closes_at = '2026-02-01T12:00:00Z';
  const id = await create('polls', { ...poll, site_id: site.id, one_per: 'browser', closes_at });
  const page = await browser.open(share(id));
  expect(wordsOf(page)).toContain(
    'Opens No opening time Closes 1 Feb 2026, 12:00 UTC Answers One for each browser ' +
      'Websites Only these: shop.example.com www.example.com',
  );
  expect(page.text).toContain(`<a href="/tools/dashboard/asks/${id}/settings">Change the settings</a>`);
  expect(page.text).toContain('Shop &lt;b&gt;');
  expect(wordsOf(await browser.open(share(await create('polls', poll))))).toContain('Websites Any website');
});

test('says where the ask was seen, and when', async () => {
  const id = await create('polls', poll);
  expect(wordsOf(await browser.open(share(id)))).toContain('Not seen on any website yet since the server started.');
  await call(server, 'GET', `/embed/polls/${id}`, { headers: { origin: 'https://shop.example' } });
  expect(wordsOf(await browser.open(share(id)))).toMatch(/Seen on +https:\/\/shop\.example +just now/);
  await clock.advance(125_000);
  expect(wordsOf(await browser.open(share(id)))).toMatch(/Seen on +https:\/\/shop\.example +2 minutes ago/);
});

test('shows markup of the author as text', async () => {
  const title = '<script>alert(1)</script> "Lunch"';
  const fields = [
    { type: 'short_text', label: title },
    { type: 'single_choice', label: 'Which?', options: ['"><img src=x onerror=alert(1)>', 'b'] },
  ];
  const id = await create('forms', { title, fields });
  for (const rest of ['', '/prefill', '/prefill?p-f1=%22%3E%3Cscript%3E']) {
    const { text, status } = await browser.open(share(id, rest));
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script>|"><script|<img src=x/);
  }
});

const paths = ['', '/prefill', '/qr.svg', '/qr.png'];
const forms = ['/tickets', '/tickets.csv', '/tickets/withdraw', '/tickets/withdraw-unused'];

test('leads strangers to the sign-in page, and shows nothing to other accounts or other sites', async () => {
  const id = await create('polls', { ...poll, one_per: 'ticket' });
  const stranger = createFormBrowser(server, { origin: 'https://polls.example.com' });
  const other = await signIn(await createOwner(server.services));
  for (const rest of paths) {
    expect((await stranger.open(share(id, rest))).location).toMatch(/^\/tools\/login\?next=/);
    expect((await other.open(share(id, rest))).status).toBe(404);
    expect((await browser.open(share(`${id}x`, rest))).status).toBe(404);
  }
  const foreign = createFormBrowser(server, { origin: 'https://evil.example' });
  for (const [name, value] of browser.cookies) foreign.cookies.set(name, value);
  for (const rest of forms) {
    expect((await stranger.submit(share(id, rest), { count: '1' })).location).toBe('/tools/login');
    expect((await other.submit(share(id, rest), { count: '1' })).status).toBe(404);
    expect((await foreign.submit(share(id, rest), { count: '1' })).status).toBe(403);
  }
  await server.askwell.polls.delete(owner.session.account, id);
  for (const rest of paths) expect((await browser.open(share(id, rest))).status).toBe(404);
  for (const rest of forms) expect((await browser.submit(share(id, rest), { count: '1' })).status).toBe(404);
});
