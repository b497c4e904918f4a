import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answersTo, house, leave, make, open, owner, stateOf } from './support/scene.js';

const poll = (id: string) => `<askwell-poll poll-id="${id}"></askwell-poll>`;
const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const choose = (page: Page, name = 'Soup') => page.getByRole('radio', { name }).check();
const vote = (page: Page) => page.getByRole('button', { name: 'Vote' }).click();

test('who comes back finds what they chose, and no second vote', async () => {
  const id = await make('polls', lunch);
  const page = await open(poll(id));
  await choose(page);
  await vote(page);
  await stateOf(page, 'answered');
  await page.reload();
  await stateOf(page, 'answered');
  await expect.poll(() => page.getByRole('listitem').first().innerText()).toContain('Your choice');
  await expect.poll(() => page.getByRole('button', { name: 'Vote' }).count()).toBe(0);
  await leave(page);
});

test('whom the page knows is one voter on every device, and finds nobody else’s vote', async () => {
  const id = await make('polls', lunch);
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
  await leave(page);
  await leave(phone);
});

test('an answer that the page knows of is shown, though the browser does not', async () => {
  const id = await make('polls', lunch);
  const page = await open(poll(id));
  await choose(page);
  await vote(page);
  await stateOf(page, 'answered');
  const [given] = await answersTo('polls', id);
  const phone = await open(`<askwell-poll poll-id="${id}" answer="${given?.['id']}"></askwell-poll>`);
  await stateOf(phone, 'answered');
  await expect.poll(() => phone.getByRole('listitem').first().innerText()).toContain('Your choice');
  await leave(page);
  await leave(phone);
});

test('pressing twice, and Enter along with it, leaves one vote', async () => {
  const id = await make('polls', { ...lunch, one_per: null });
  const page = await open(poll(id));
  await choose(page);
  await page.getByRole('button', { name: 'Vote' }).dblclick();
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toHaveLength(1);
  await leave(page);
});

test('an answer given offline is kept, and sent once when the visitor is back', async () => {
  const id = await make('polls', { ...lunch, one_per: null });
  const page = await open(poll(id));
  await choose(page);
  await page.context().setOffline(true);
  await vote(page);
  await stateOf(page, 'waiting');
  await page.getByText('The server can’t be reached.').first().waitFor();
  await page.context().setOffline(false);
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toHaveLength(1);
  await leave(page);
});

test('a vote whose reply got lost is sent again after a reload, and counted once', async () => {
  const id = await make('polls', { ...lunch, one_per: null });
  const page = await open(poll(id));
  await choose(page);
  await page.route('**/votes', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await vote(page);
  await stateOf(page, 'waiting');
  await page.unroute('**/votes');
  await page.reload();
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toHaveLength(1);
  await leave(page);
});

test('whoever sends too much is told when to try again, and keeps what was typed', async () => {
  const id = await make('polls', { ...lunch, other: true, one_per: null });
  const page = await open(poll(id));
  const agent = await page.evaluate(() => navigator.userAgent);
  for (let spent = 0; spent < 30; spent++) {
    const headers = { 'content-type': 'application/json', 'user-agent': agent };
    await fetch(`${house.askwell}/api/v1/polls/${id}/votes`, { method: 'POST', headers, body: '{}' });
  }
  await page.getByRole('radio', { name: 'Something else' }).check();
  await page.getByLabel('Your own answer').fill('Falafel');
  await vote(page);
  await stateOf(page, 'limited');
  await page
    .getByText(/Try again in \d+ s/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByLabel('Your own answer').inputValue()).toBe('Falafel');
  await leave(page);
});

test('an answer may be changed where the author lets it', async () => {
  const id = await make('polls', { ...lunch, allow_change: true });
  const page = await open(poll(id));
  await choose(page);
  await vote(page);
  await page.getByRole('button', { name: 'Change your answer' }).click();
  await expect.poll(() => page.getByRole('radio', { name: 'Soup' }).isChecked()).toBe(true);
  await choose(page, 'Salad');
  await vote(page);
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toMatchObject([{ choices: ['o2'] }]);
  await leave(page);
});

test('who changes a vote by a ticket still has the ticket', async () => {
  const id = await make('polls', { ...lunch, one_per: 'ticket', allow_change: true });
  const { tickets } = await owner('POST', `/polls/${id}/tickets`, { count: 1 });
  const page = await open(poll(id), { query: `ticket=${tickets}` });
  await choose(page);
  await vote(page);
  await page.getByRole('button', { name: 'Change your answer' }).click();
  await expect.poll(() => page.getByLabel('Your ticket').inputValue()).toBe(`${tickets}`);
  await choose(page, 'Salad');
  await vote(page);
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toMatchObject([{ choices: ['o2'] }]);
  await leave(page);
});

test('each state of an ask has a face of its own', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const [closed, soon, full, ticket] = await Promise.all([
    make('polls', { ...lunch, status: 'closed', results_visibility: 'always' }),
    make('polls', { ...lunch, opens_at: later }),
    make('polls', { ...lunch, max_answers: 1 }),
    make('polls', { ...lunch, one_per: 'ticket' }),
  ]);
  const first = await open(poll(full));
  await choose(first);
  await vote(first);
  await stateOf(first, 'answered');
  const faces = [
    [closed, 'closed', 'This is closed.'],
    [soon, 'not_open', 'This opens on'],
    [full, 'full', 'This takes no more answers.'],
    ['poll_00000000000000000000', 'missing', 'There is nothing here any more.'],
  ] as const;
  for (const [id, state, words] of faces) {
    const page = await open(poll(id));
    await stateOf(page, state);
    await expect.poll(() => page.getByText(words).isVisible()).toBe(true);
    await leave(page);
  }
  const { tickets } = await owner('POST', `/polls/${ticket}/tickets`, { count: 1 });
  const code = Array.isArray(tickets) ? String(tickets[0]) : '';
  for (const state of ['answered', 'already_answered']) {
    const page = await open(poll(ticket), { query: `ticket=${code}` });
    await choose(page);
    await expect.poll(() => page.getByLabel('Your ticket').inputValue()).toBe(code);
    await vote(page);
    await stateOf(page, state);
    await leave(page);
  }
  await leave(first);
});

test('a server that can not be reached is asked again', async () => {
  const id = await make('polls', lunch);
  const page = await open('');
  await page.route('**/embed/**', (route) => route.abort());
  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), poll(id));
  await stateOf(page, 'failed');
  await page.unroute('**/embed/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await stateOf(page, 'open');
  await leave(page);
});

test('ten widgets of one page ask for the same poll once, and all see that it was answered', async () => {
  const id = await make('polls', lunch);
  const asked: string[] = [];
  const page = await open('');
  page.on('request', (request) => asked.push(request.url()));
  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), poll(id).repeat(10));
  await page.getByRole('button', { name: 'Vote' }).nth(9).waitFor();
  expect(asked).toEqual([`${house.askwell}/embed/polls/${id}`]);
  await page.getByRole('radio', { name: 'Soup' }).nth(4).check();
  await page.getByRole('button', { name: 'Vote' }).nth(4).click();
  await page.locator('askwell-poll[state=answered]').nth(9).waitFor();
  expect(asked.filter((url) => /\?answer=/.test(url) && !url.includes('/live'))).toHaveLength(1);
  const live = () => asked.filter((url) => url.includes('/live'));
  await expect.poll(live).not.toEqual([]);
  expect(live()).toHaveLength(1);
  await leave(page);
});

test('what a timed quiz could not send is sent after a reload, once for all widgets that show it', async () => {
  const id = await make('quizzes', {
    questions: [{ type: 'boolean', prompt: 'Is water wet?', answer: true }],
    time_limit_seconds: 600,
    one_per: 'browser',
  });
  const page = await open(`<askwell-quiz quiz-id="${id}"></askwell-quiz>`.repeat(3));
  await page.getByRole('button', { name: 'Start' }).first().click();
  await page.getByRole('radio', { name: 'Yes' }).check({ force: true });
  await page.route('**/attempts', (route) => route.abort());
  await page.getByRole('button', { name: 'Finish' }).click();
  await stateOf(page, 'waiting');
  await page.unroute('**/attempts');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.reload();
  await page.locator('askwell-quiz[state=answered]').nth(2).waitFor();
  expect(sent).toHaveLength(1);
  expect(await answersTo('quizzes', id)).toMatchObject([{ score: 1 }]);
  await leave(page);
});
