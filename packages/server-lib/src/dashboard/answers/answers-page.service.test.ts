import { afterAll, describe, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { everyAnswer, everyFieldType } from '../../../test/support/asks/sample-fields.js';
import { answerIdsIn, answersPath, linkIn, startAnswerPages } from '../../../test/support/browser/answer-pages.js';
import { createFormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';

const { server, owner, key, account } = await startAnswerPages();
afterAll(() => server.close());

/** Returns the words of each row of the table. */
function rowsOf({ text }: { text: string }): string[] {
  const body = /<tbody[^>]*>([\s\S]*)<\/tbody>/.exec(text)?.[1] ?? '';
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((row) => wordsOf({ ...emptyPage, text: row }).trim());
}

const emptyPage = { status: 200, location: null, headers: new Headers(), text: '' };

describe('the table shows labels in place of IDs', () => {
  test('for a poll with choices and own answers', async () => {
    const id = await createAsk(server, key, 'polls', { type: 'multiple', other: true, one_per: null });
    await server.askwell.polls.vote(id, { choices: ['o1', 'o2'], other: 'Bread & <b>butter</b>' });
    const page = await owner.open(answersPath(id));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<b>butter');
    expect(rowsOf(page)[0]).toMatch(/^Soup, Salad Time .* UTC Own answer Bread & <b>butter<\/b>$/);
  });

  test('for a ranking and for ratings', async () => {
    const ranked = await createAsk(server, key, 'polls', { type: 'ranked', one_per: null });
    await server.askwell.polls.vote(ranked, { choices: ['o2', 'o1'] });
    expect(rowsOf(await owner.open(answersPath(ranked)))[0]).toMatch(/^1. Salad, 2. Soup Time /);
    const rated = await createAsk(server, key, 'polls', { type: 'rating', one_per: null });
    await server.askwell.polls.vote(rated, { ratings: { o1: 4 } });
    expect(rowsOf(await owner.open(answersPath(rated)))[0]).toMatch(/^4 Time .* Salad –/);
  });

  test('for a quiz, with points', async () => {
    const id = await createAsk(server, key, 'quizzes', { pass_percentage: 50 });
    await server.askwell.quizzes.attempt(id, { answers: { q1: true } });
    const page = await owner.open(answersPath(id));
    expect(rowsOf(page)[0]).toMatch(/^1 Time .* Percentage 100 % Passed Yes/);
    const chosen = await owner.open(`${answersPath(id)}?columns=answers.q1&columns=correct.q1&columns=points.q1`);
    expect(rowsOf(chosen)[0]).toMatch(/^True Time .* Correct: Is Paris one\? Yes Points: Is Paris one\? 1$/);
  });

  test('for languages, which conditions find by name and by tag', async () => {
    const id = await createAsk(server, key, 'polls', { one_per: null });
    const { polls } = server.askwell;
    for (const language of ['pt-BR', 'pt', 'de']) await polls.vote(id, { choices: ['o1'] }, { language });
    await polls.vote(id, { choices: ['o1'] });
    const page = await owner.open(`${answersPath(id)}?columns=.language&sort=oldest`);
    expect(rowsOf(page).map((row) => row.split(' Time ')[0])).toEqual([
      'Brazilian Portuguese',
      'Portuguese',
      'German',
      '–',
    ]);
    const found = async (operator: string, value: string) =>
      answerIdsIn(await owner.open(`${answersPath(id)}?field=.language&operator=${operator}&value=${value}`)).length;
    expect(await found('is', 'pt')).toBe(2);
    expect(await found('is', 'pt-br')).toBe(1);
    expect(await found('is', 'German')).toBe(1);
    expect(await found('not_answered', '')).toBe(1);
    expect(answerIdsIn(await owner.open(`${answersPath(id)}?q=german`))).toEqual([]);
    const [answer = ''] = answerIdsIn(page);
    expect(wordsOf(await owner.open(`${answersPath(id)}/${answer}`))).toContain(
      'Language Brazilian Portuguese (pt-BR)',
    );
  });

  test('for every type of field', async () => {
    const id = await createAsk(server, key, 'forms', { fields: everyFieldType });
    await server.askwell.forms.submit(id, { answers: everyAnswer });
    const columns = ['f1', 'f6', 'f9', 'f10', 'f12', 'f15.r1', 'f15.r2', 'f16', 'f17'];
    const page = await owner.open(`${answersPath(id)}?${columns.map((column) => `columns=${column}`).join('&')}`);
    expect(rowsOf(page)[0]).toMatch(
      /^Zoë 🙂 Time .* How many\? -0.5 Which\? b Which\? a, c Which\? 1. b, 2. a How\?: Soup Good How\?: Salad Bad I agree Yes f17 campaign-7$/,
    );
  });
});

test('pages with a cursor, newest or oldest first', async () => {
  const id = await createAsk(server, key, 'polls', { one_per: null });
  for (let nth = 0; nth < 60; nth++) await server.askwell.polls.vote(id, { choices: ['o1'] });
  for (const sort of ['newest', 'oldest']) {
    const seen: string[] = [];
    for (let path: string | undefined = `${answersPath(id)}?sort=${sort}`; path; ) {
      const page = await owner.open(path);
      seen.push(...answerIdsIn(page));
      path = linkIn(page, 'next');
    }
    const sorted = [...new Set(seen)].sort();
    expect(seen).toEqual(sort === 'oldest' ? sorted : sorted.reverse());
    expect(seen).toHaveLength(60);
  }
});

test('says that there are no answers yet', async () => {
  const id = await createAsk(server, key, 'forms');
  expect(wordsOf(await owner.open(answersPath(id)))).toContain('No answers yet');
  expect(wordsOf(await owner.open(`${answersPath(id)}?q=x`))).toContain('No answers found');
});

describe('is only for the owner', () => {
  test('a stranger signs in first', async () => {
    const id = await createAsk(server, key, 'polls');
    const reply = await createFormBrowser(server).open(answersPath(id));
    expect(reply.status).toBe(303);
    expect(reply.location).toContain('/login?next=');
  });

  test('asks of others and deleted asks are not found', async () => {
    const other = await createOwner(server.services);
    const { id } = await server.askwell.polls.create(other.session.account, {
      title: 'Theirs',
      options: ['a', 'b'],
    });
    expect((await owner.open(answersPath(id))).status).toBe(404);
    const own = await createAsk(server, key, 'polls');
    await server.askwell.polls.delete(account, own);
    expect((await owner.open(answersPath(own))).status).toBe(404);
  });
});

test.each(['since=x', 'until=2026-02-30', 'voter_ref=x', 'field=x', 'field=choices&operator=x', 'cursor=x', 'q=a&q=b'])(
  'refuses the filter %s',
  async (query) => {
    const id = await createAsk(server, key, 'polls');
    expect((await owner.open(`${answersPath(id)}?${query}`)).status).toBe(422);
  },
);

test('says how many answers there are, how many match, and which ones the page has', async () => {
  const form = await createAsk(server, key, 'forms', { fields: [{ type: 'number', label: 'Size' }] });
  const answers = Array.from({ length: 60 }, (_, n) => ({ answers: { f1: n } }));
  for (const answer of answers) await server.askwell.forms.submit(form, answer);
  const page = await owner.open(answersPath(form));
  expect(wordsOf(page)).toContain('1–25 of 60 answers');
  const next = await owner.open(linkIn(page, 'next') ?? '');
  expect(wordsOf(next)).toContain('26–50 of 60 answers');
  expect(wordsOf(await owner.open(linkIn(next, 'next') ?? ''))).toContain('51–60 of 60 answers');
  const found = await owner.open(`${answersPath(form)}?field=f1&operator=less&value=30`);
  expect(wordsOf(found)).toContain('1–25 of 30 matching (60 answers in all)');
});

test('keeps the chosen columns of an ask until the default is chosen', async () => {
  // Browsers send the cookie only to the pages of its ask.
  owner.cookies.delete('askwell-columns');
  const fields = ['A', 'B', 'C', 'D', 'E', 'F'].map((label) => ({ type: 'short_text', label }));
  const form = await createAsk(server, key, 'forms', { fields });
  await server.askwell.forms.submit(form, { answers: { f1: 'first', f2: 'second' } });
  const path = answersPath(form);
  const headsIn = ({ text }: { text: string }) =>
    [...text.matchAll(/dir="auto">([A-F])<\/a><\/th>/g)].map(([, head]) => head);
  expect(headsIn(await owner.open(path))).toEqual(['A', 'B', 'C', 'D']);
  const chosen = await owner.open(`${path}?columns=&columns=f6&columns=f2`);
  expect(headsIn(chosen)).toEqual(['B', 'F']);
  expect(chosen.headers.get('set-cookie')).toMatch(new RegExp(`; Path=${path}; .*HttpOnly; SameSite=Lax`));
  expect(headsIn(await owner.open(path))).toEqual(['B', 'F']);
  const foreign = await owner.open(`${path}?columns=f1`, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.headers.get('set-cookie')).toBeNull();
  const cleared = await owner.open(`${path}?columns=`);
  expect(cleared.headers.get('set-cookie')).toContain('Max-Age=0');
  expect(headsIn(cleared)).toEqual(['A', 'B', 'C', 'D']);
});
