import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await createOwner(server.services);
  browser = await signIn(owner);
});

async function signIn({ email, password }: Owner): Promise<FormBrowser> {
  const signedIn = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await signedIn.submit('/login', { email, password });
  return signedIn;
}

const account = () => owner.session.account;

async function createPoll(title: string, votes = 0): Promise<string> {
  const { id } = await server.askwell.polls.create(account(), { title, options: ['a', 'b'], one_per: null });
  for (let nth = 0; nth < votes; nth++) await server.askwell.polls.vote(id, { choices: ['o1'] });
  return id;
}

const listed = async (query = '') => wordsOf(await browser.open(`/dashboard${query}`));
const statusOf = async (id: string) => (await server.askwell.polls.get(account(), id)).status;

test('shows a newcomer how to start, and creates a draft from a template, without a template and from JSON', async () => {
  expect(await listed()).toMatch(/Welcome, Owner .* Start from scratch .* Or from a template/);
  for (const fields of [
    { template: 'nps' },
    { blank: 'quiz' },
    { kind: 'poll', definition: '{"title":"Pasted","options":["x","y"]}' },
  ]) {
    const { status, location } = await browser.submit('/dashboard/asks/new', fields);
    expect([fields, status, location]).toEqual([fields, 303, expect.stringMatching(/^\/dashboard\/asks\/.+\/edit$/)]);
    expect((await browser.open(location ?? '')).status).toBe(200);
  }
  expect(await listed()).toMatch(/Pasted .* Draft .* Untitled quiz .* Draft/);
});

test('shows what is wrong with pasted JSON, with the text that was pasted', async () => {
  const refused = await browser.submit('/dashboard/asks/new', { kind: 'poll', definition: '{"title":"<i>Half"}' });
  expect(refused.status).toBe(422);
  expect(wordsOf(refused)).toContain('“options”: Required.');
  expect(refused.text).toContain('{&quot;title&quot;:&quot;&lt;i&gt;Half&quot;}');
  expect((await browser.submit('/dashboard/asks/new', { template: 'nothing' })).status).toBe(404);
});

test('lists title, status, answers and activity, with markup as text', async () => {
  await createPoll('<script>alert(1)</script>', 3);
  const page = await browser.open('/dashboard');
  expect(page.text).not.toContain('<script>alert');
  expect(wordsOf(page)).toMatch(/<script>alert\(1\)<\/script> Poll Status Open Answers 3 Last 7 days 3 in 7 days/);
});

test('filters and pages without losing the filter', async () => {
  for (let nth = 1; nth <= 27; nth++) await createPoll(`Poll ${String(nth).padStart(2, '0')}`);
  await createPoll('Something else');
  const first = await browser.open('/dashboard?q=poll&status=open');
  const rest = /href="(\/dashboard\?[^"]*after=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(rest).toContain('q=poll&status=open');
  const titles = (text: string) => [...text.matchAll(/Select (Poll \d\d)/g)].map(([, title]) => title);
  const second = await browser.open(rest);
  expect([...titles(first.text), ...titles(second.text)]).toEqual(
    Array.from({ length: 27 }, (_, at) => `Poll ${String(27 - at).padStart(2, '0')}`),
  );
  expect(await listed('?q=nothing')).toContain('Nothing matches');
});

test('sorts by title, answers and last answer, and keeps the order on all pages and after actions', async () => {
  for (let nth = 1; nth <= 26; nth++)
    await createPoll(`Poll ${String((nth * 7) % 27).padStart(2, '0')}`, 1 + (nth % 3));
  const titles = (text: string) => [...text.matchAll(/Select (Poll \d\d)/g)].map(([, title]) => title);
  const orders = [
    ['title', 'Title', 'ascending'],
    ['answers', 'Answers', 'descending'],
    ['last_answer', 'Last answer', 'descending'],
  ] as const;
  for (const [sort, column, direction] of orders) {
    const first = await browser.open(`/dashboard?q=poll&sort=${sort}`);
    expect(first.text).toContain(`aria-sort="${direction}">${column}`);
    expect(first.text).toContain(`<option value="${sort}" selected>`);
    expect(first.text).toContain(`action="/dashboard/asks/actions?q=poll&amp;sort=${sort}"`);
    const rest = /href="([^"]*)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await browser.open(rest);
    const found = [...titles(first.text), ...titles(second.text)];
    expect(new Set(found).size).toBe(26);
    if (sort === 'title') expect(found).toEqual(found.toSorted());
    expect(second.text).toContain(`href="/dashboard?q=poll&amp;sort=${sort}">First page`);
  }
  // Values that are not valid count as absent.
  for (const query of [
    'sort=size',
    'sort=answers&after=1',
    'sort=answers&after=1&value=x',
    'sort=title&after=0&value=a',
    'sort=title&after=1&value=%00',
    'sort=answers&after=1&value=9999999999999999',
  ])
    expect([query, titles((await browser.open(`/dashboard?${query}`)).text).length]).toEqual([query, 25]);
});

test('closes, opens, duplicates, archives and restores one ask or several', async () => {
  const ids = [await createPoll('One', 2), await createPoll('Two')];
  const act = (fields: [string, string][]) => browser.submit('/dashboard/asks/actions?q=o', fields);
  const selected = ids.map((id): [string, string] => ['id', id]);

  expect((await act([...selected, ['do', 'close']])).location).toBe('/dashboard?q=o&notice=asks-closed');
  expect(await Promise.all(ids.map(statusOf))).toEqual(['closed', 'closed']);
  await act([['do', `open:${ids[0]}`]]);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['open', 'closed']);

  await act([['do', `duplicate:${ids[0]}`]]);
  expect(await listed()).toMatch(/One \(copy\) Poll Status Draft Answers 0/);

  await act([...selected, ['do', 'archive']]);
  expect(await listed()).not.toContain('Two');
  expect(await listed('?archived=yes')).toMatch(/Two .* One /);
  await act([['do', `restore:${ids[1]}`]]);
  expect(await listed()).toContain('Two');
  expect((await act([['do', 'close']])).location).toContain('notice=nothing-selected');
});

test('asks for confirmation before a deletion, and lists what is deleted too', async () => {
  const [kept, gone] = [await createPoll('Kept'), await createPoll('Gone', 2)];
  const { location } = await browser.submit('/dashboard/asks/actions', { do: `delete:${gone}` });
  const question = await browser.open(location ?? '');
  expect(wordsOf(question)).toMatch(/Delete this poll\? Gone Poll, 2 answers What happens: 2 answers are deleted too/);
  expect(await statusOf(gone)).toBe('open');
  expect((await browser.submit('/dashboard/asks/delete', { id: gone })).location).toBe(
    '/dashboard?notice=asks-deleted',
  );
  await expect(server.askwell.polls.get(account(), gone)).rejects.toMatchObject({ code: 'not_found' });
  expect(await statusOf(kept)).toBe('open');
});

test('changes nothing if one of the selected asks belongs to another account', async () => {
  const mine = await createPoll('Mine');
  const other = await createOwner(server.services);
  const options = ['a', 'b'];
  const theirs = (await server.askwell.polls.create(other.session.account, { title: 'Theirs', options })).id;
  for (const action of ['close', 'archive', 'duplicate']) {
    const fields: [string, string][] = [
      ['id', mine],
      ['id', theirs],
      ['do', action],
    ];
    expect([action, (await browser.submit('/dashboard/asks/actions', fields)).status]).toEqual([action, 404]);
  }
  expect(
    (
      await browser.submit('/dashboard/asks/delete', [
        ['id', mine],
        ['id', theirs],
      ])
    ).status,
  ).toBe(404);
  expect((await browser.open(`/dashboard/asks/delete?id=${theirs}`)).status).toBe(404);
  expect(await statusOf(mine)).toBe('open');
  expect((await server.askwell.polls.get(other.session.account, theirs)).status).toBe('open');
});
