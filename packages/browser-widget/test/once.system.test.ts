import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answersTo, close, createAsk, open, sendAnswer, sendAsOwner, servers, stateOf } from './support/browser.js';
import { unavailable } from './support/element-state.js';

const poll = (id: string) => `<askwell-poll poll-id="${id}"></askwell-poll>`;
const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const choose = (page: Page, name = 'Soup') => page.getByRole('radio', { name }).check();
const vote = (page: Page) => page.getByRole('button', { name: 'Vote' }).click();

test('a returning visitor sees their choice and cannot vote again', async () => {
  const id = await createAsk('polls', lunch);
  const page = await open(poll(id));
  await choose(page);
  await vote(page);
  await stateOf(page, 'answered');
  await page.reload();
  await stateOf(page, 'answered');
  await expect.poll(() => page.getByRole('listitem').first().innerText()).toContain('Your choice');
  await expect.poll(() => page.getByRole('button', { name: 'Vote' }).count()).toBe(0);
  await close(page);
});

test('a `voter` has one vote on all devices and does not see the votes of others', async () => {
  const id = await createAsk('polls', lunch);
  const known = (voter: string) => `<askwell-poll poll-id="${id}" voter="${voter}"></askwell-poll>`;
  const page = await open(known('member-0000000001'));
  await choose(page);
  await vote(page);
  await stateOf(page, 'answered');
  const phone = await open(known('member-0000000001'));
  await choose(phone, 'Salad');
  await vote(phone);
  await stateOf(phone, 'already_answered');
  await page.locator('askwell-poll').evaluate((element) => element.setAttribute('voter', 'member-0000000002'));
  await stateOf(page, 'open');
  await choose(page, 'Salad');
  await vote(page);
  await stateOf(page, 'answered');
  expect((await answersTo('polls', id)).map(({ choices }) => choices)).toEqual([['o2'], ['o1']]);
  await close(page);
  await close(phone);
});

test('an answer named by the attribute is shown in another browser', async () => {
  const id = await createAsk('polls', lunch);
  const page = await open(poll(id));
  await choose(page);
  await vote(page);
  await stateOf(page, 'answered');
  const [given] = await answersTo('polls', id);
  const phone = await open(`<askwell-poll poll-id="${id}" answer="${given?.['id']}"></askwell-poll>`);
  await stateOf(phone, 'answered');
  await expect.poll(() => phone.getByRole('listitem').first().innerText()).toContain('Your choice');
  await close(page);
  await close(phone);
});

test('a double click and Enter leave one vote', async () => {
  const id = await createAsk('polls', { ...lunch, one_per: null });
  const page = await open(poll(id));
  await choose(page);
  await page.getByRole('button', { name: 'Vote' }).dblclick();
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toHaveLength(1);
  await close(page);
});

test('an answer given offline is stored and sent once when the browser is online', async () => {
  const id = await createAsk('polls', { ...lunch, one_per: null });
  const page = await open(poll(id));
  await choose(page);
  await page.context().setOffline(true);
  await vote(page);
  await stateOf(page, 'waiting');
  await page.getByText('The server can’t be reached.').first().waitFor();
  await page.context().setOffline(false);
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toHaveLength(1);
  await close(page);
});

test('a vote whose response was lost is sent again after a reload and counted once', async () => {
  const id = await createAsk('polls', { ...lunch, one_per: null });
  const page = await open(poll(id));
  await choose(page);
  await page.route('**/votes', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await unavailable(route);
  });
  await vote(page);
  await stateOf(page, 'waiting');
  await page.unroute('**/votes');
  await page.reload();
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toHaveLength(1);
  await close(page);
});

test('a rate-limited visitor sees when to try again and keeps their input', async () => {
  const id = await createAsk('polls', { ...lunch, other: true, one_per: null });
  const page = await open(poll(id));
  const agent = await page.evaluate(() => navigator.userAgent);
  await Promise.all(Array.from({ length: 30 }, () => sendAnswer('polls', id, {}, agent)));
  await page.getByRole('radio', { name: 'Other' }).check();
  await page.getByLabel('Your own answer').fill('Falafel');
  await vote(page);
  await stateOf(page, 'limited');
  await page
    .getByText(/Try again in \d+ s/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByLabel('Your own answer').inputValue()).toBe('Falafel');
  await close(page);
});

test('the ticket is kept while a vote is changed', async () => {
  const id = await createAsk('polls', { ...lunch, one_per: 'ticket', allow_change: true });
  const ticket = (await sendAsOwner('POST', `/polls/${id}/tickets`, { count: 1 })).id('data.tickets.0');
  const page = await open(poll(id), { query: `ticket=${ticket}` });
  await choose(page);
  await vote(page);
  await page.getByRole('button', { name: 'Change your answer' }).click();
  await expect.poll(() => page.getByLabel('Your ticket').inputValue()).toBe(ticket);
  await choose(page, 'Salad');
  await vote(page);
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toMatchObject([{ choices: ['o2'] }]);
  await close(page);
});

test('each state of an ask is shown', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const [closed, soon, full, ticket] = await Promise.all([
    createAsk('polls', { ...lunch, status: 'closed', results_visibility: 'always' }),
    createAsk('polls', { ...lunch, opens_at: later }),
    createAsk('polls', { ...lunch, max_answers: 1 }),
    createAsk('polls', { ...lunch, one_per: 'ticket' }),
  ]);
  const first = await open(poll(full));
  await choose(first);
  await vote(first);
  await stateOf(first, 'answered');
  const cases = [
    [closed, 'closed', 'This is closed.'],
    [soon, 'not_open', 'This opens on'],
    [full, 'full', 'No more answers are accepted.'],
    ['poll_00000000000000000000', 'missing', 'This is no longer available.'],
  ] as const;
  for (const [id, state, words] of cases) {
    const page = await open(poll(id));
    await stateOf(page, state);
    await expect.poll(() => page.getByText(words).isVisible()).toBe(true);
    await close(page);
  }
  const code = (await sendAsOwner('POST', `/polls/${ticket}/tickets`, { count: 1 })).id('data.tickets.0');
  for (const state of ['answered', 'already_answered']) {
    const page = await open(poll(ticket), { query: `ticket=${code}` });
    await choose(page);
    await expect.poll(() => page.getByLabel('Your ticket').inputValue()).toBe(code);
    await vote(page);
    await stateOf(page, state);
    await close(page);
  }
  await close(first);
});

test('loading is retried when the server cannot be reached', async () => {
  const id = await createAsk('polls', lunch);
  const page = await open('');
  await page.route('**/embed/**', (route) => route.abort());
  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), poll(id));
  await stateOf(page, 'failed');
  await page.unroute('**/embed/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await stateOf(page, 'open');
  await close(page);
});

test('ten elements share one request for a poll, and all show its answer', async () => {
  const id = await createAsk('polls', lunch);
  const requested: string[] = [];
  const page = await open('');
  page.on('request', (request) => requested.push(request.url()));
  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), poll(id).repeat(10));
  await page.getByRole('button', { name: 'Vote' }).nth(9).waitFor();
  expect(requested).toEqual([`${servers.askwell}/embed/polls/${id}?lang=en`]);
  await page.getByRole('radio', { name: 'Soup' }).nth(4).check();
  await page.getByRole('button', { name: 'Vote' }).nth(4).click();
  await page.locator('askwell-poll[state=answered]').nth(9).waitFor();
  expect(requested.filter((url) => /[?&]answer=/.test(url) && !url.includes('/live'))).toHaveLength(1);
  const live = () => requested.filter((url) => url.includes('/live'));
  await expect.poll(live).not.toEqual([]);
  expect(live()).toHaveLength(1);
  await close(page);
});

test('an unsent timed quiz is sent once after a reload, by one of several elements', async () => {
  const id = await createAsk('quizzes', {
    questions: [{ type: 'boolean', prompt: 'Is water wet?', answer: true }],
    time_limit_seconds: 600,
    one_per: 'browser',
  });
  const page = await open(`<askwell-quiz quiz-id="${id}"></askwell-quiz>`.repeat(3));
  await page.getByRole('button', { name: 'Start quiz' }).first().click();
  await page.getByRole('radio', { name: 'True' }).check({ force: true });
  await page.route('**/attempts', unavailable);
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await stateOf(page, 'waiting');
  await page.unroute('**/attempts');
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/attempts') && sent.push(request.url()));
  await page.reload();
  await page.locator('askwell-quiz[state=answered]').nth(2).waitFor();
  expect(sent).toHaveLength(1);
  expect(await answersTo('quizzes', id)).toMatchObject([{ score: 1 }]);
  await close(page);
});
