import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import {
  codeBlockOf,
  createFormBrowser,
  type FormBrowser,
  makeKey,
  register,
  wordsOf,
} from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { guides } from './index.js';

const home = '/dashboard/developers';
const guidePaths = guides.map(({ name }) => `${home}/guides/${name}`);

let server: TestServer;
let owner: FormBrowser;
beforeAll(async () => {
  server = await startService();
  owner = createFormBrowser(server);
  await register(owner);
});
afterAll(() => server.close());

/** Returns the text of a code block of a page. */
const codeOf = async (path: string, id: string, browser = owner) => codeBlockOf(await browser.open(path), id);

test('the main navigation leads to the section, and the section to its pages', async () => {
  for (const [path, label] of [
    [home, 'Overview'],
    ['/dashboard/keys', 'API keys'],
    ['/dashboard/webhooks', 'Webhooks'],
    [`${home}/requests`, 'Requests'],
    [`${home}/guides`, 'Guides'],
  ] as const) {
    const { status, text } = await owner.open(path);
    expect(status).toBe(200);
    expect(text).toContain(`<a href="${home}" aria-current="page">Developers</a>`);
    const [nav = ''] = /<nav class="tabs".*?<\/nav>/s.exec(text) ?? [];
    expect(nav.match(/href="[^"]*"/g)).toEqual(
      [home, '/dashboard/keys', '/dashboard/webhooks', `${home}/requests`, `${home}/guides`].map(
        (href) => `href="${href}"`,
      ),
    );
    expect(nav).toContain(`<a href="${path}" aria-current="page">${label}</a>`);
    expect(nav.match(/aria-current/g)).toHaveLength(1);
  }
  expect((await owner.open('/dashboard/keys')).text).toContain('<nav class="tabs" aria-label="Developers">');
});

test('the overview asks an owner without a key to create one', async () => {
  const { text } = await owner.open(home);
  expect(text).toContain('<a class="button primary" href="/dashboard/keys#create">Create an API key</a>');
});

test('the page of a new key shows the first call of the overview', async () => {
  const command = await codeOf(home, 'call');
  expect(command).toContain(`curl -X POST ${server.url}/api/v1/polls`);
  expect(wordsOf(await owner.submit('/dashboard/keys', { name: 'Second' }))).toContain(command.replace(/\s+/g, ' '));
});

test('every guide is listed and opens, and unknown ones are not found', async () => {
  const { text } = await owner.open(`${home}/guides`);
  for (const path of guidePaths) {
    expect(text).toContain(`href="${path}"`);
    const guide = await owner.open(path);
    expect(guide.status).toBe(200);
    expect(guide.text).toContain(`<a href="${home}/guides" aria-current="true">Guides</a>`);
  }
  expect((await owner.open(`${home}/guides/nowhere`)).status).toBe(404);
});

describe('the values in guides', () => {
  test('are placeholders for an owner without polls, quizzes and forms', async () => {
    const other = await createOwner(server.services);
    const browser = createFormBrowser(server);
    await browser.submit('/login', { email: other.email, password: other.password });
    expect(await codeOf(`${home}/guides/embed`, 'embed', browser)).toBe(
      `<script async src="${server.url}/widget.js"></script>\n<askwell-poll poll-id="poll_…"></askwell-poll>`,
    );
    expect(await codeOf(`${home}/guides/embed`, 'elements', browser)).toContain('quiz-id="quiz_…"');
  });

  test('are the newest poll, quiz and form of the owner', async () => {
    const key = await makeKey(owner, { name: 'Asks' });
    await createAsk(server, key, 'polls');
    const poll = await createAsk(server, key, 'polls');
    const quiz = await createAsk(server, key, 'quizzes');
    const form = await createAsk(server, key, 'forms');
    expect(await codeOf(`${home}/guides/embed`, 'embed')).toContain(`<askwell-poll poll-id="${poll}"></askwell-poll>`);
    expect(await codeOf(`${home}/guides/embed`, 'elements')).toBe(
      `<askwell-quiz quiz-id="${quiz}"></askwell-quiz>\n<askwell-form form-id="${form}"></askwell-form>`,
    );
    for (const path of guidePaths) {
      const { text } = await owner.open(path);
      expect(text).not.toMatch(/(?:poll|quiz|form)_…/);
      expect(text).toContain(server.url);
    }
  });
});

test('without the docs, nothing links to them', async () => {
  const own = await startService({ pages: { docs: false } });
  try {
    const browser = createFormBrowser(own);
    await register(browser);
    for (const path of [home, `${home}/guides`, ...guidePaths]) {
      const { status, text } = await browser.open(path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/href="[^"]*\/(docs|openapi\.json)"/);
    }
  } finally {
    await own.close();
  }
});

test('links and examples contain the base path', async () => {
  const own = await startService({ baseUrl: 'https://example.com/polls' });
  try {
    const browser = createFormBrowser(
      { ...own, url: own.url.replace(/\/polls$/, '') },
      { 'sec-fetch-site': 'same-origin' },
    );
    await browser.submit('/polls/register', { name: 'Owner', email: 'o@example.com', password: 'correct horse 1' });
    for (const path of [home, `${home}/requests`, ...guidePaths]) {
      const { status, text } = await browser.open(`/polls${path}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/(?:href|action)="\/(?!polls\b)/);
    }
    expect(await codeOf(`/polls${home}`, 'base-url', browser)).toBe('https://example.com/polls');
    expect(await codeOf(`/polls${home}/guides/embed`, 'csp', browser)).toBe(
      'script-src https://example.com; connect-src https://example.com',
    );
  } finally {
    await own.close();
  }
});
