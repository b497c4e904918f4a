import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeNow } from '../../../test/support/asks/purge-answers.js';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const day = 24 * 3_600_000;
const { clock, source } = createTestClock('2026-03-01T12:00:00Z');
let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  browser = createFormBrowser(server);
  expect((await browser.submit('/login', { email: owner.email, password: owner.password })).status).toBe(303);
});
afterAll(() => server.close());

const open = (id: string, query = '') => browser.open(`/dashboard/asks/${id}/results${query}`);

const question = { type: 'boolean' as const, answer: true };

test('the questions of a quiz have a difficulty, and a discrimination from 20 attempts on', async () => {
  const { quizzes } = server.askwell;
  const { id } = await quizzes.create(owner.session.account, {
    title: 'Facts',
    questions: [
      { ...question, prompt: 'Sharp <b>', points: 3 },
      { ...question, prompt: 'Sharp too', points: 3 },
      { ...question, prompt: 'Wrong key', penalty: 1 },
      { ...question, prompt: 'Always right' },
      { ...question, prompt: 'Without points', points: 0 },
    ],
  });
  expect((await open(id)).text).not.toContain('Question analysis');
  const attempt = (isGood: boolean) =>
    quizzes.attempt(id, { answers: { q1: isGood, q2: isGood, q3: !isGood, q4: true, q5: isGood } });
  for (let n = 0; n < 19; n++) await attempt(n % 2 === 0);
  expect(wordsOf(await open(id))).toContain('From 19 attempts. The hardest question is first.');
  expect(wordsOf(await open(id))).toContain('Sharp <b> 19 52.6 % – Fewer than 20 attempts');
  await attempt(false);
  const page = await open(id);
  expect(page.text).not.toContain('Sharp <b>');
  const words = wordsOf(page);
  expect(words).toContain('Sharp <b> 20 50 % 1 ');
  expect(words).toContain('Sharp too 20 50 % 1 ');
  expect(words).toContain('Wrong key 20 0 % −1 ');
  expect(words).toMatch(/Discrimination Wrong key .* Sharp <b> .* Always right .* Without points /);
  expect(words).toContain('Always right 20 100 % – All the same');
  expect(words).toContain('Without points 20 – No points – All the same');
  const filtered = wordsOf(await open(id, '?answer=q1.true'));
  expect(filtered).toContain('Sharp <b> 10 100 % – Fewer than 20 attempts');
});

test('an attempt with a single question has nothing to compare it with', async () => {
  const { quizzes, polls } = server.askwell;
  const { id } = await quizzes.create(owner.session.account, {
    title: 'One',
    questions: [{ ...question, prompt: 'Only' }],
  });
  for (let n = 0; n < 20; n++) await quizzes.attempt(id, { answers: { q1: n < 5 } });
  expect(wordsOf(await open(id))).toContain('Only 20 25 % – No other questions');
  const poll = await polls.create(owner.session.account, { title: 'Poll', options: ['A', 'B'] });
  await polls.vote(poll.id, { choices: ['o1'] });
  expect((await open(poll.id)).text).not.toContain('Question analysis');
});

test('attempts that were deleted by age are not analyzed', async () => {
  const { quizzes } = server.askwell;
  const questions = [{ ...question, prompt: 'Old' }];
  const { id } = await quizzes.create(owner.session.account, { title: 'Old', questions, keep_answers_days: 1 });
  await quizzes.attempt(id, { answers: { q1: true } });
  expect(wordsOf(await open(id))).toContain('Old 1 100 %');
  await clock.advance(3 * day);
  await purgeNow(server.services);
  const words = wordsOf(await open(id));
  expect(words).toContain('Questions, hardest first');
  expect(words).not.toContain('Question analysis');
});

test('the results of a form name the fields to which placeholders refer, but keep what visitors wrote', async () => {
  const { forms } = server.askwell;
  const options = [{ label: 'I am {{name}}' }, { label: '**No** {{name}}' }];
  const { id } = await forms.create(owner.session.account, {
    title: 'Greeting',
    fields: [
      { id: 'name', type: 'short_text', label: 'Your *name*' },
      { id: 'going', type: 'single_choice', label: 'Will you come, **{{name|friend}}**?', options, other: true },
      { id: 'rate', type: 'scale', label: 'Recommend us, {{name}}?', nps: true },
      { id: 'why', type: 'long_text', label: 'Why, {{name}}?' },
    ],
    endings: [{ id: 'bye', title: 'Bye, {{name|friend}}!' }],
  });
  await forms.submit(id, { answers: { name: 'Ann', going: 'o2', rate: 9, why: 'So' } });
  await forms.submit(id, { answers: { name: 'Ben', going: { other: '{{name}} himself' }, rate: 9, why: 'So' } });
  const page = await open(id);
  const words = wordsOf(page);
  for (const text of [
    'Will you come, ‹Your name›?',
    'I am ‹Your name› 0 %',
    'No ‹Your name› 50 %',
    'No ‹Your name› 50 % 1 answer Other answers {{name}} himself 50 % 1 answer',
    'Net promoter score: Recommend us, ‹Your name›?',
    'Why, ‹Your name›?',
    'Bye, ‹Your name›!',
  ])
    expect(words).toContain(text);
  expect(page.text.match(/\{\{[^}]*\}\}[^<]*/g)).toEqual(['{{name}} himself']);
});
