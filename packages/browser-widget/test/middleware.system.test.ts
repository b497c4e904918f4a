import type { RequestHandler } from 'express';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { blank, close, stateOf } from './support/browser.js';
import {
  csrfProtection,
  type HostApp,
  limitRequests,
  onlyFor,
  requireSignIn,
  startHostApp,
} from './support/host-app.js';

let app: HostApp;

beforeAll(async () => {
  app = await startHostApp();
});
afterEach(() => app.use());
afterAll(() => app.close());

const refused = 'This site’s server refused the answer.';

/** Opens a page of the app, and collects the warnings of its console. */
async function openApp(markup: string): Promise<{ page: Page; warnings: string[] }> {
  const page = await blank();
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto(`${app.url}/?markup=${encodeURIComponent(markup)}`);
  return { page, warnings };
}

async function openPoll(): Promise<{ id: string; page: Page; warnings: string[] }> {
  const { id } = await app.askwell.polls.create(app.account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    one_per: null,
  });
  const opened = await openApp(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await stateOf(opened.page, 'open');
  return { id, ...opened };
}

async function vote(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Soup' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
}

/** Reads how many votes the poll has. */
const votesOf = async (id: string) => (await app.askwell.polls.results(app.account, id)).votes_count;

const elsewhere = () => requireSignIn(`${app.url.replace('127.0.0.1', 'localhost')}/login`);

test.each<[string, () => RequestHandler, string]>([
  [
    'a CSRF protection',
    () => csrfProtection,
    '403, not by Askwell. Likely cause: middleware of the app. Exempt /polls/ from CSRF',
  ],
  ['a rate limiter', limitRequests, '429, not by Askwell. Likely cause: a rate limit of the app. Exempt /polls/'],
  ['a sign-in page', () => requireSignIn('/login'), '200, not by Askwell. Likely cause: a sign-in page or a redirect'],
  [
    'a sign-in page of another origin',
    elsewhere,
    '(hidden), not by Askwell. Likely cause: a redirect to another origin',
  ],
  [
    'JSON of the app',
    () => (_request, response) => response.status(403).json({ code: 'EBADCSRFTOKEN', message: 'invalid csrf token' }),
    '403, not by Askwell. Likely cause: middleware',
  ],
  [
    'JSON of the app that looks like an error of Askwell',
    () => (_request, response) => response.status(403).json({ code: 'forbidden', message: 'Invalid CSRF token.' }),
    '403, not by Askwell. Likely cause: middleware',
  ],
  [
    'an error of the app',
    () => (_request, response) => response.status(500).send('<h1>Internal Server Error</h1>'),
    '500, not by Askwell. Likely cause: an error of the app.',
  ],
  [
    'a page of a single-page app',
    () => (_request, response) => response.type('html').send('<!doctype html><div id="root"></div>'),
    '200, not by Askwell.',
  ],
  [
    'a route of the app',
    () => (_request, response) => response.status(404).send('Cannot POST'),
    '404, not by Askwell. Likely cause: the routes',
  ],
])('a vote that meets %s is kept, and the console says why', async (_name, middleware, warning) => {
  const { id, page, warnings } = await openPoll();
  app.use(onlyFor(/\/votes$/, middleware()));
  await vote(page);
  await page.getByText(refused).first().waitFor();
  await stateOf(page, 'open');
  expect(await page.getByText('will be sent later').count()).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(warnings).toEqual([expect.stringContaining(`/polls/api/v1/polls/${id}/votes was answered ${warning}`)]);
  expect(await page.getByRole('radio', { name: 'Soup' }).isChecked()).toBe(true);
  app.use();
  await page.getByRole('button', { name: 'Try again' }).click();
  await stateOf(page, 'answered');
  expect(await votesOf(id)).toBe(1);
  await close(page);
});

test('a refused vote is filled in and sent after a reload', async () => {
  const { id, page } = await openPoll();
  app.use(csrfProtection);
  await vote(page);
  await page.getByText(refused).first().waitFor();
  await page.reload();
  await page.getByText(refused).first().waitFor();
  expect(await page.getByRole('radio', { name: 'Soup' }).isChecked()).toBe(true);
  app.use();
  await page.reload();
  await stateOf(page, 'answered');
  expect(await votesOf(id)).toBe(1);
  await close(page);
});

test('a refused vote can be changed, and then only the new vote is sent', async () => {
  const { id, page } = await openPoll();
  app.use(csrfProtection);
  await vote(page);
  await page.getByText(refused).first().waitFor();
  await page.getByRole('radio', { name: 'Salad' }).check();
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'hidden' });
  app.use();
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  const { options } = await app.askwell.polls.results(app.account, id);
  expect(options.map(({ votes }) => votes)).toEqual([0, 1]);
  await close(page);
});

test.each([502, 503, 504])('a vote waits while a proxy cannot reach its server (%s)', async (status) => {
  const { page, warnings } = await openPoll();
  app.use((_request, response) => response.set('retry-after', '3600').status(status).send('<h1>Bad gateway</h1>'));
  await vote(page);
  await stateOf(page, 'waiting');
  await page.getByText('The server can’t be reached.').first().waitFor();
  expect(warnings).toEqual([]);
  await close(page);
});

test.each<[string, () => RequestHandler, string]>([
  ['a sign-in page', () => requireSignIn('/login'), '200, not by Askwell. Likely cause: a sign-in page'],
  [
    'a sign-in page of another origin',
    elsewhere,
    '(hidden), not by Askwell. Likely cause: a redirect to another origin',
  ],
  ['a rate limiter', limitRequests, '429, not by Askwell. Likely cause: a rate limit'],
])('a poll that meets %s says that it is not available there', async (_name, middleware, warning) => {
  app.use(onlyFor(/\/embed\/(polls|languages)/, middleware()));
  const { page, warnings } = await openApp('<askwell-poll poll-id="poll_00000000000000000000"></askwell-poll>');
  await stateOf(page, 'failed');
  await page.getByText('This is not available here.').waitFor();
  expect(warnings).toEqual([
    expect.stringContaining(`/polls/embed/polls/poll_00000000000000000000?lang=en was answered ${warning}`),
  ]);
  app.use();
  await page.getByRole('button', { name: 'Try again' }).click();
  await stateOf(page, 'missing');
  await close(page);
});

test('a page in place of the texts leaves an element in English', async () => {
  const { id } = await app.askwell.polls.create(app.account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    locale: 'de',
  });
  app.use(onlyFor(/\/embed\/languages/, requireSignIn('/login')));
  const { page, warnings } = await openApp(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await page.getByRole('button', { name: 'Vote' }).waitFor();
  expect(warnings).toEqual([expect.stringContaining('/polls/embed/languages/de.json was answered 200')]);
  await close(page);
});

const questions = [
  { type: 'boolean', prompt: 'Is water wet?', answer: true },
  { type: 'boolean', prompt: 'Is fire cold?', answer: false },
] as const;

test('a CSRF protection or a sign-in page can answer the start of a quiz and the check of an answer', async () => {
  const { id } = await app.askwell.quizzes.create(app.account, {
    title: 'Facts',
    questions: [...questions],
    feedback: 'each',
    time_limit_seconds: 600,
  });
  const { page, warnings } = await openApp(`<askwell-quiz quiz-id="${id}"></askwell-quiz>`);
  await stateOf(page, 'start');
  app.use(onlyFor(/\/start/, requireSignIn('/login')));
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await page.getByText('This could not be loaded.').waitFor();
  app.use(onlyFor(/\/checks/, csrfProtection));
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await page.getByRole('radio', { name: 'True' }).check();
  await page.getByRole('button', { name: 'Check answer' }).click();
  await page.getByText(refused).first().waitFor();
  app.use();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Correct').first().waitFor();
  expect(warnings).toEqual([
    expect.stringMatching(/\/start\S* was answered 200/),
    expect.stringContaining('/checks was answered 403'),
  ]);
  await close(page);
});

test('results are not live when a sign-in page answers the stream', async () => {
  const { id } = await app.askwell.polls.create(app.account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    results_visibility: 'always',
  });
  const { page, warnings } = await openApp(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await stateOf(page, 'open');
  app.use(onlyFor(/\/embed\/polls/, requireSignIn('/login')));
  await page.getByRole('button', { name: 'Show results' }).click();
  await page.locator('.results .total').waitFor();
  await page.locator('.live').waitFor({ state: 'detached' });
  await expect.poll(() => warnings).toEqual([expect.stringMatching(`/embed/polls/${id}\\S* was answered 200`)]);
  await close(page);
});
