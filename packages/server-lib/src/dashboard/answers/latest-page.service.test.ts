import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { answersPath, linkIn, startAnswerPages } from '../../../test/support/browser/answer-pages.js';
import { createFormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { findLatestAnswers } from '../../core/answers/latest-answers.js';

const { server, owner, key } = await startAnswerPages();
afterAll(() => server.close());

test('lists the answers to all asks in words, newest first', async () => {
  expect(wordsOf(await owner.open('/dashboard/answers'))).toContain('No answers yet');
  const [poll, quiz, form] = await Promise.all([
    createAsk(server, key, 'polls', { title: 'Lunch <now>?' }),
    createAsk(server, key, 'quizzes'),
    createAsk(server, key, 'forms'),
  ]);
  await server.askwell.polls.vote(poll, { choices: ['o2'] }, { id: 'Ann' });
  await server.askwell.quizzes.attempt(quiz, { answers: { q1: true }, name: 'Ben' });
  await server.askwell.forms.submit(form, { answers: { f1: 'Cid' } });
  const page = await owner.open('/dashboard/answers');
  expect(wordsOf(page)).toMatch(/Cid .*Contact .*Ben Score: 1 · Percentage: 100 % .*Capitals .*Salad .*Lunch <now>\?/);
  const other = await createOwner(server.services);
  const theirs = createFormBrowser(server);
  await theirs.submit('/login', { email: other.email, password: other.password });
  expect(wordsOf(await theirs.open('/dashboard/answers'))).toContain('No answers yet');
  expect((await createFormBrowser(server).open('/dashboard/answers')).status).toBe(303);
  expect((await owner.open('/dashboard/answers?cursor=x')).status).toBe(422);
  await owner.submit(`${answersPath(poll)}/delete`, { all: 'true' });
  expect(wordsOf(await owner.open('/dashboard/answers'))).not.toContain('Salad');
});

test('pages through the answers to all asks without repeating or skipping answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 4 }),
      async (votes, limit) => {
        const { session } = await createOwner(server.services);
        const { polls } = server.askwell;
        const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };
        const asks = await Promise.all([0, 1, 2, 3, 4].map(() => polls.create(session.account, draft)));
        const given: string[] = [];
        for (const nth of votes) given.push((await polls.vote(asks[nth]?.id ?? '', { choices: ['o1'] })).id);
        const seen: string[] = [];
        for (let before: string | null = null; ; ) {
          const found = await findLatestAnswers(server.services.store, session.scope, { before, limit });
          seen.push(...found.map(({ id }) => `vote_${id}`));
          if (found.length < limit) break;
          before = found.at(-1)?.id ?? null;
        }
        expect(seen).toEqual(given.reverse());
      },
    ),
    { numRuns: 25 },
  );
});

test('has a link to the next page', async () => {
  const poll = await createAsk(server, key, 'polls', { one_per: null });
  for (let nth = 0; nth < 60; nth++) await server.askwell.polls.vote(poll, { choices: ['o1'] });
  const seen: string[] = [];
  for (let path: string | undefined = '/dashboard/answers'; path; ) {
    const page = await owner.open(path);
    seen.push(...(page.text.match(/\/(vote|attempt|submission)_\w+/g) ?? []));
    path = linkIn(page, 'next');
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength(62);
});

test('computed numbers are rounded, and can be compared with all of their digits', async () => {
  const questions = ['A?', 'B?', 'C?'].map((prompt) => ({
    type: 'boolean' as const,
    prompt,
    answer: true,
    points: 1.7,
  }));
  const id = await createAsk(server, key, 'quizzes', { title: 'Thirds', questions, one_per: null });
  await server.askwell.quizzes.attempt(id, { answers: { q1: true, q2: false, q3: false } });
  const words = wordsOf(await owner.open('/dashboard/answers'));
  expect(words).toContain('Score: 1.7 Percentage: 33 %');
  expect(words).not.toContain('33.33');
  const filter = 'field=percentage&operator=greater&value=33.3';
  expect(wordsOf(await owner.open(`${answersPath(id)}?${filter}`))).toContain('33 %');
  // As the page shows it, without the space, and as a number.
  const isFound = async (value: string) => {
    const query = new URLSearchParams({ field: 'percentage', operator: 'is', value });
    return wordsOf(await owner.open(`${answersPath(id)}?${query}`)).includes(' 1.7 ');
  };
  const found = await Promise.all(['33 %', '33%', '33', '34%'].map(isFound));
  expect(found).toEqual([true, true, true, false]);
});
