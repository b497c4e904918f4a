import { expect, test } from 'vitest';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { formIn } from '../../../test/support/browser/hosted-page-client.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { collect } from '../../../test/support/collect.js';
import type { QuizDraft } from '../../shared/contract/resources.js';

const services = useHostedPageServer();

const questions: QuizDraft['questions'] = [
  { type: 'single', prompt: 'Capital?', options: ['Porto', 'Lisbon'], answer: 'o2', explanation: 'Since 1255.' },
  { type: 'number', prompt: 'How many?', answer: { value: 7 } },
];
const each: Partial<QuizDraft> = { feedback: 'each', reveal: 'answers', questions };

async function start(draft: object = {}) {
  const id = await services.hosted.quiz({ ...each, ...draft });
  const visitor = services.hosted.visitor();
  const { location } = await visitor.submit(`/p/${id}/start`, {});
  return { id, visitor, location: location ?? '', page: await visitor.open(location ?? '') };
}

/** Returns the target of the link "Next". */
const nextIn = (text: string) => /href="([^"]*)">Next/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';

test('a page without scripts shows one question, its verdict, and then the next question', async () => {
  const { id, visitor, page } = await start();
  expect(wordsOf(page)).toContain('Question 1 of 2');
  expect(page.text).not.toMatch(/How many|1255/);
  const verdict = await visitor.answer(page, { q1: 'o1' });
  const words = wordsOf(verdict);
  for (const part of ['Question 1 of 2', 'Capital?', 'Incorrect', '0 of 1 points', 'Porto', 'Lisbon', 'Since 1255.'])
    expect(words).toContain(part);
  // The same form again, from the history of the browser.
  expect(wordsOf(await visitor.answer(page, { q1: 'o2' }))).toContain('Incorrect');
  const second = await visitor.open(nextIn(verdict.text));
  expect(wordsOf(second)).toContain('Question 2 of 2');
  const last = await visitor.answer(second, { q2: '7' });
  expect(wordsOf(last)).toContain('Correct');
  const done = await visitor.answer(last, { '.name': 'Visitor' });
  expect(wordsOf(done)).toContain('1 of 2 points');
  expect(await collect(services.server.askwell.quizzes.answers.list(services.hosted.account, id))).toMatchObject([
    { answers: { q1: 'o1', q2: 7 }, name: 'Visitor' },
  ]);
});

test('an answer that another site sends is not checked', async () => {
  const { id, visitor, location, page } = await start();
  const { action, hidden } = formIn(page);
  const fields = [...hidden, ['q1', 'o1']] as const;
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    const sent = await services.hosted.visitor(headers).submit(action, fields);
    expect([sent.status, sent.location]).toEqual([303, `/p/${id}`]);
  }
  expect(wordsOf(await visitor.open(location))).toContain('Question 1 of 2');
  expect(wordsOf(await visitor.answer(page, { q1: 'o2' }))).toContain('Correct');
});

test('an invalid answer is shown with its error, and is not checked', async () => {
  const { visitor, location, page } = await start();
  const second = await visitor.open(nextIn((await visitor.answer(page, {})).text));
  const wrong = await visitor.answer(second, { q2: 'seven' });
  expect(wordsOf(wrong)).toContain('Enter a number.');
  expect(wrong.text).toContain('value="seven"');
  expect(wordsOf(await visitor.answer(wrong, { q2: '7' }))).toContain('Correct');
  expect(wordsOf(await visitor.open(location))).toContain('Submit answers');
});

test('a check after the time limit leads back to the start', async () => {
  const { visitor, page } = await start({ time_limit_seconds: 60 });
  services.now += 66_000;
  expect(wordsOf(await visitor.answer(page, { q1: 'o1' }))).toContain('Start quiz');
});

test('a quiz with other feedback has no checks', async () => {
  const { visitor, id } = await start();
  const other = await services.hosted.quiz({ time_limit_seconds: 60 });
  expect((await visitor.submit(`/p/${other}/check`, [['q1', 'true']])).location).toBe(`/p/${other}`);
  expect((await visitor.submit(`/p/${id}/check`, [])).status).toBe(303);
});
