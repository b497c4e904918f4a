import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { close, createAsk, open, servers, stateOf } from './support/browser.js';

const file = '**/embed/widget/results.js';
const questionsFile = '**/embed/widget/questions.js';
const quizFile = '**/embed/widget/quiz.js';
const poll = (id: string) => `<askwell-poll poll-id="${id}"></askwell-poll>`;
const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };

async function vote(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Soup' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
}

/** A page that loads only the script with this version and integrity. */
async function pinned(element: string): Promise<Page> {
  const script = await (await fetch(`${servers.askwell}/widget.js`)).text();
  const hash = (name: string) => createHash(name).update(script);
  const src = `${servers.askwell}/embed/widget/${hash('sha256').digest('hex').slice(0, 16)}/widget.js`;
  const integrity = `sha384-${hash('sha384').digest('base64')}`;
  const page = await open('', { page: { body: '' } });
  const body = `<script async crossorigin src="${src}" integrity="${integrity}"></script>${element}`;
  await page.goto(page.url().replace(/page=[^&]*/, `page=${encodeURIComponent(JSON.stringify({ body }))}`));
  return page;
}

test('the code for results is loaded only when there are results', async () => {
  const id = await createAsk('polls', { ...draft, results_visibility: 'always' });
  const page = await open('<p>Nothing yet</p>');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.evaluate((html) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html), poll(id));
  await stateOf(page, 'open');
  expect(requested).toEqual([`/embed/polls/${id}`]);
  await page.getByRole('button', { name: 'Show results' }).click();
  await page.getByText('No answers yet.').waitFor();
  expect(requested).toContain('/embed/widget/results.js');
  await close(page);
});

test('the code for questions is loaded for quizzes, forms and tickets, and again if that failed', async () => {
  const form = await createAsk('forms', { title: 'Contact', fields: [{ type: 'short_text', label: 'Name' }] });
  const ticketed = await createAsk('polls', { ...draft, one_per: 'ticket' });
  const page = await open('<p>Nothing yet</p>');
  const insert = (html: string) =>
    page.evaluate((markup) => document.querySelector('main')?.insertAdjacentHTML('beforeend', markup), html);
  // The widget tries twice: along with the definition, and after it.
  await page.context().route(questionsFile, (route) => route.abort());
  await insert(`<askwell-form form-id="${form}"></askwell-form>`);
  await page.getByText('This could not be loaded.').waitFor();
  await page.context().unroute(questionsFile);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await insert(poll(ticketed));
  await page.getByRole('textbox', { name: 'Your ticket' }).waitFor();
  await close(page);
});

test('the code for quizzes is loaded for quizzes only, and again if that failed', async () => {
  const form = await createAsk('forms', { title: 'Contact', fields: [{ type: 'short_text', label: 'Name' }] });
  const quiz = await createAsk('quizzes', {
    title: 'Sums',
    questions: [{ type: 'number', prompt: '1 + 1', answer: { value: 2 } }],
  });
  const page = await open(`<askwell-form form-id="${form}"></askwell-form>`);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.reload();
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  expect(requested).toContain('/embed/widget/questions.js');
  expect(requested).not.toContain('/embed/widget/quiz.js');
  await page.context().route(quizFile, (route) => route.abort());
  await page.evaluate(
    (id) =>
      document.querySelector('main')?.insertAdjacentHTML('beforeend', `<askwell-quiz quiz-id="${id}"></askwell-quiz>`),
    quiz,
  );
  await page.getByText('This could not be loaded.').waitFor();
  await page.context().unroute(quizFile);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('spinbutton', { name: '1 + 1' }).waitFor();
  await close(page);
});

test('an answer is recorded even if the code for results cannot be loaded', async () => {
  const id = await createAsk('polls', draft);
  const page = await open(poll(id));
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.context().route(file, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await vote(page);
  await failed;
  await page.getByText('Thank you.').waitFor();
  await expect.poll(() => page.locator('.bar').count()).toBe(0);
  expect(errors).toEqual([]);
  await close(page);
});

test('the integrity of the script also covers the code for results', async () => {
  const id = await createAsk('polls', { ...draft, one_per: null });
  const page = await pinned(poll(id));
  await vote(page);
  await page.getByText('Your choice').waitFor();
  await close(page);

  const tampered = await pinned(poll(id));
  await tampered.context().route(file, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `document.title = 'Taken over';${await response.text()}` });
  });
  const refused = tampered.waitForEvent('console', { predicate: (message) => /integrity/.test(message.text()) });
  await vote(tampered);
  await refused;
  await tampered.getByText('Thank you.').waitFor();
  await expect.poll(() => tampered.locator('.bar').count()).toBe(0);
  expect(await tampered.title()).toBe('Site');
  await close(tampered);
});

test('a page that pins the script also pins the code for quizzes', async () => {
  const id = await createAsk('quizzes', {
    title: 'Sums',
    questions: [{ type: 'number', prompt: '1 + 1', answer: { value: 2 } }],
  });
  const quiz = `<askwell-quiz quiz-id="${id}"></askwell-quiz>`;
  const page = await pinned(quiz);
  await page.getByRole('spinbutton', { name: '1 + 1' }).waitFor();

  await page.context().route(quizFile, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `document.title = 'Taken over';${await response.text()}` });
  });
  const refused = page.waitForEvent('console', { predicate: (message) => /integrity/.test(message.text()) });
  await page.reload();
  await refused;
  await page.getByText('This could not be loaded.').waitFor();
  expect(await page.title()).toBe('Site');
  await close(page);
});
