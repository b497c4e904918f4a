import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Page as Tab } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { close, createAsk, open, servers, stateOf } from './support/browser.js';
import { close as closeServer, listen } from './support/servers.js';

/*
 * Attacks by visitors of a site with the HTML that they may write: sanitizers keep `data-` attributes, and some sites also keep the
 * elements. Each attack sets `window.hit` if its code runs.
 */

const attack = 'window.hit=1';

/** The paths that the page has requested from the server of the attacker. */
const requested: string[] = [];
let hostile: Server;
let hostileUrl: string;
let purify: string;

beforeAll(async () => {
  hostile = createServer((request, response) => {
    requested.push(request.url ?? '');
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (request.url?.includes('.js')) {
      response.writeHead(200, { ...headers, 'content-type': 'text/javascript' });
      response.end(`${attack}; export const interfaceVersion = 5; export default () => ({});`);
      return;
    }
    response.writeHead(200, { ...headers, 'content-type': 'application/json' });
    const view = {
      title: '<img src=x onerror=window.hit=1>',
      type: 'single',
      accepting: true,
      one_per: null,
      results_visibility: 'never',
      locale: 'x" onfocus="window.hit=1',
      design: { accent: 'red;} :host{position:fixed;inset:0}', radius: '0;position:fixed' },
      after: { message: 'Thanks', url: `javascript:${attack}` },
      options: [{ id: 'o1', label: 'Soup', image_url: `javascript:${attack}` }],
      questions: [{ id: 'q1', type: 'text', prompt: 'Password?', image_url: `javascript:${attack}` }],
    };
    const isAnswer = request.method === 'POST';
    response.end(JSON.stringify({ data: isAnswer ? { id: 'vote_1', results: null } : { poll: view, quiz: view } }));
  });
  hostileUrl = await listen(hostile);
  purify = await readFile(fileURLToPath(import.meta.resolve('dompurify/purify.min.js')), 'utf8');
});
afterAll(() => closeServer(hostile));
beforeEach(() => {
  requested.length = 0;
});

const policies = {
  'no policy': undefined,
  'a policy of hosts': `default-src 'none'; script-src ${servers.askwell}; connect-src ${servers.askwell}`,
  'a policy of nonces': "default-src 'none'; script-src 'nonce-site' 'strict-dynamic'; connect-src *; img-src *",
};

const script = `<script async nonce="site" src="${servers.askwell}/widget.js"></script>`;

/** Opens a page of the site, and lists the errors and violations that the page reports. */
async function openSite(policy: keyof typeof policies, before = ''): Promise<{ page: Tab; errors: string[] }> {
  const csp = policies[policy];
  const page = await open('', {
    page: { body: before + script, ...(csp && { policies: { 'content-security-policy': csp } }) },
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, errors };
}

/** Shows HTML of a visitor as a site does, sanitized by DOMPurify with its defaults, unless the options differ. */
async function showPost(page: Tab, html: string, options = {}): Promise<void> {
  await page.evaluate(purify);
  await page.evaluate(
    ([post, settings]) => {
      const sanitized: string = Reflect.get(window, 'DOMPurify').sanitize(post, settings);
      document.querySelector('main')?.insertAdjacentHTML('beforeend', sanitized);
    },
    [html, options] as const,
  );
}

function hasRun(page: Tab): Promise<boolean> {
  return page.evaluate(() => 'hit' in window);
}

describe.each(Object.keys(policies) as (keyof typeof policies)[])('with %s', (policy) => {
  test.each([
    ['handlers', `data-onfocus="${attack}" data-tabindex="0" data-autofocus="" data-onclick="${attack}"`],
    ['a style', 'data-style="position:fixed;inset:0"'],
    ['names', 'data-class="admin" data-id="login" class="admin" id="login" data-name="login" data-slot="x"'],
    ['what the element sets', 'data-state="answered" data-poll-id="poll_00000000000000000000" data-is="x"'],
    ['another server', 'data-server="HOSTILE" server="HOSTILE" data-data-server="HOSTILE"'],
  ])('a placeholder in a sanitized post cannot set %s', async (_what, attributes) => {
    const [poll, quiz] = await Promise.all([
      createAsk('polls', { options: ['Soup', 'Salad'] }),
      createAsk('quizzes', { questions: [{ type: 'boolean', prompt: 'Yes?', answer: true }] }),
    ]);
    const { page, errors } = await openSite(policy);
    const more = attributes.replaceAll('HOSTILE', hostileUrl);
    await showPost(
      page,
      [poll, quiz].map((id) => `<div data-askwell="${id}" ${more} data-theme="dark"></div>`).join(''),
    );
    await page.locator('askwell-poll[state=open]').click();
    await page.locator('askwell-quiz[state=open]').click();
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('askwell-poll, askwell-quiz')].map((element) => element.getAttributeNames().sort()),
    );
    expect(names).toEqual([
      ['poll-id', 'state', 'theme'],
      ['quiz-id', 'state', 'theme'],
    ]);
    expect(await hasRun(page)).toBe(false);
    expect(requested).toEqual([]);
    expect(errors).toEqual([]);
    await close(page);
  });
});

test('a placeholder sets every attribute of the elements but the server', async () => {
  const id = await createAsk('polls', { options: ['Soup', 'Salad'] });
  const { page } = await openSite('no policy');
  const all = {
    lang: 'de',
    theme: 'dark',
    prefill: 'choices=o1',
    ticket: 't',
    voter: 'a-member-of-the-site',
    answer: 'vote_1',
    preview: 'p',
    layout: 'list',
    collect: 'name',
    'no-draft': '',
    reserve: '300',
  };
  const attributes = Object.entries(all).map(([name, value]) => `data-${name}="${value}"`);
  await showPost(page, `<div data-askwell="${id}" ${attributes.join(' ')}><p>Vote below.</p></div>`);
  const element = page.locator('askwell-poll');
  await element.waitFor();
  const set = await element.evaluate((poll) =>
    Object.fromEntries([...poll.attributes].map(({ name, value }) => [name, value])),
  );
  expect(set).toMatchObject({ 'poll-id': id, ...all });
  expect(await element.innerHTML()).toBe('<p>Vote below.</p>');
  await close(page);
});

test.each([
  ['another path', 'poll_x/../../../p/poll_x'],
  ['a query', 'poll_x?a=b'],
  ['another kind', 'survey_00000000000000000000'],
])('a placeholder with %s in its ID stays as it is', async (_what, id) => {
  const { page } = await openSite('no policy');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const shown = await createAsk('polls', { options: ['Soup', 'Salad'] });
  await showPost(page, `<div data-askwell="${id}">Post</div><div data-askwell="${shown}"></div>`);
  await stateOf(page, 'open');
  expect(await page.locator('askwell-poll').count()).toBe(1);
  expect(await page.locator('main > div').innerText()).toBe('Post');
  expect(asked.map((url) => url.replace(/\?lang=.*/, ''))).toEqual([`${servers.askwell}/embed/polls/${shown}`]);
  await close(page);
});

test('a form with inputs that hide its members does not stop other placeholders', async () => {
  const id = await createAsk('polls', { options: ['Soup', 'Salad'] });
  const { page, errors } = await openSite('no policy');
  const form = `<form data-askwell="${id}">${['getAttribute', 'replaceWith']
    .map((name) => `<input name="${name}">`)
    .join('')}</form>`;
  await showPost(page, `${form}<div data-askwell="${id}"></div>`, { SANITIZE_DOM: false });
  await stateOf(page, 'open');
  expect(errors).toEqual([]);
  await close(page);
});

test.each([
  ['an image', '<img name="currentScript" alt="">'],
  ['a form', '<form name="currentScript"><input name="hasAttribute"><input name="src"></form>'],
  ['two elements', '<img name="currentScript" alt=""><img name="currentScript" alt="">'],
  ['a link', '<a id="currentScript" href="https://example.com">x</a><a id="askwell" name="askwell">x</a>'],
])('the script finds its server on a page with %s named like it', async (_what, before) => {
  const id = await createAsk('quizzes', { questions: [{ type: 'boolean', prompt: 'Yes?', answer: true }] });
  const { page, errors } = await openSite('no policy', `${before}<div data-askwell="${id}"></div>`);
  await stateOf(page, 'open');
  expect(errors).toEqual([]);
  await close(page);
});

describe('an element that names another server', () => {
  /** The settings of a site that lets visitors write elements. */
  const keepsElements = {
    CUSTOM_ELEMENT_HANDLING: { tagNameCheck: /^askwell-/, attributeNameCheck: /^(server|.*-id)$/ },
  };

  test('loads no code from it', async () => {
    const { page } = await openSite('a policy of nonces');
    const post = `<askwell-quiz server="${hostileUrl}" quiz-id="quiz_00000000000000000000"></askwell-quiz>`;
    await showPost(page, post, keepsElements);
    await page.getByRole('textbox').waitFor();
    expect(requested.filter((path) => path.includes('.js'))).toEqual([]);
    expect(await hasRun(page)).toBe(false);
    await close(page);
  });

  test('shows its data as text, without its URLs of scripts', async () => {
    const { page } = await openSite('no policy');
    await page.evaluate((url) => {
      const element = document.createElement('askwell-poll');
      element.setAttribute('server', url);
      element.setAttribute('poll-id', '../../poll_1?x');
      document.body.append(element);
    }, hostileUrl);
    await page.getByRole('radio', { name: 'Soup' }).check();
    expect(requested).toContain('/embed/polls/..%2F..%2Fpoll_1%3Fx?lang=en');
    expect(await page.getByRole('heading', { level: 2 }).innerText()).toContain('<img src=x');
    expect(await page.locator('askwell-poll').evaluate((poll) => getComputedStyle(poll).position)).toBe('static');
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.getByText('Thanks').waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
    expect(await hasRun(page)).toBe(false);
    await close(page);
  });
});
