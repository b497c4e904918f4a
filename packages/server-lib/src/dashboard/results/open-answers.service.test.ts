import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  browser = createFormBrowser(server);
  expect((await browser.submit('/login', { email: owner.email, password: owner.password })).status).toBe(303);
});
afterAll(() => server.close());

const account = () => owner.session.account;
const pathOf = (id: string) => `/dashboard/asks/${id}/results`;

test('texts, dates and times of a form are in its results, each with a link to all of its answers', async () => {
  const { forms } = server.askwell;
  const fields = [
    { type: 'long_text' as const, label: 'What could be <b>better</b>?' },
    { type: 'email' as const, label: 'Email' },
    { type: 'date' as const, label: 'Which day?' },
    { type: 'time' as const, label: 'At what time?' },
    { type: 'hidden' as const, id: 'campaign' },
    { type: 'short_text' as const, label: 'Never answered' },
  ];
  const { id } = await forms.create(account(), { title: 'Feedback', fields, one_per: null });
  const texts = [
    'The boxes were broken',
    'A broken Box',
    'Nothing <i>at all</i>',
    'Faster delivery',
    'More talks',
    'Talk less',
  ];
  for (const [at, text] of texts.entries()) {
    await forms.submit(id, {
      answers: {
        f1: text,
        ...(at === 0 && { f2: 'ada@example.com' }),
        f3: `2026-03-0${1 + (at % 3)}`,
        f4: `1${at % 2}:30`,
        campaign: at < 4 ? 'spring' : 'autumn',
      },
    });
  }
  const page = await browser.open(pathOf(id));
  const words = wordsOf(page);
  // All of the six answers have it, so that the number is only in the head figures.
  expect(words).toMatch(/Answers 6 .*better<\/b>\? Frequent words/);
  expect(words).toMatch(/Frequent words .*broken 2 answers/);
  expect(words).toMatch(/boxes 2 answers|Box 2 answers/);
  expect(words).toContain('Talk less');
  expect(words).toContain('Nothing <i>at all</i>');
  expect(words).not.toContain('The boxes were broken');
  expect(words).toMatch(/Email 1 answer Latest ada@example\.com/);
  expect(words).toMatch(/Day Answers 1 Mar 2026 2 2 Mar 2026 2 3 Mar 2026 2/);
  expect(words).toMatch(/Time of day Answers 10:00 – 10:59 3 11:00 – 11:59 3/);
  expect(words).toMatch(/Most frequent spring .* 4 answers autumn .* 2 answers/);
  expect(words).not.toContain('Never answered');
  expect(page.text).not.toMatch(/<b>better|<i>at all/);

  const [, all = ''] = /href="([^"]+)">All in Answers/.exec(page.text) ?? [];
  const listed = wordsOf(await browser.open(all.replaceAll('&amp;', '&')));
  expect(listed).toContain('The boxes were broken');
  const [, word = ''] = /href="([^"]+)"><bdi>broken/.exec(page.text) ?? [];
  const found = wordsOf(await browser.open(word.replaceAll('&amp;', '&')));
  expect(found).toContain('A broken Box');
  expect(found).not.toContain('Faster delivery');
  const file = await browser.open(`${pathOf(id)}/chart.svg?chart=values-field.f3`);
  expect(file.text).toContain('>Which day?</text>');
});

test('filters of the results apply to texts', async () => {
  const { forms } = server.askwell;
  const { id } = await forms.create(account(), {
    title: 'Feedback',
    fields: [
      { type: 'short_text', label: 'Why?' },
      { type: 'dropdown', label: 'Team', options: ['A', 'B'] },
    ],
    one_per: null,
  });
  await forms.submit(id, { answers: { f1: 'Because of A', f2: 'o1' } });
  await forms.submit(id, { answers: { f1: 'Because of B', f2: 'o2' } });
  const words = wordsOf(await browser.open(`${pathOf(id)}?answer=f2.o2`));
  expect(words).toContain('Because of B');
  expect(words).not.toContain('Because of A');
});

test('the answers to text questions of a quiz are counted', async () => {
  const { quizzes } = server.askwell;
  const questions = [{ type: 'text' as const, prompt: 'Capital of France?', answer: ['Paris'] }];
  const { id } = await quizzes.create(account(), { title: 'Capitals', questions, one_per: null });
  for (const q1 of ['Paris', 'Lyon', 'Paris']) await quizzes.attempt(id, { answers: { q1 } });
  expect(wordsOf(await browser.open(pathOf(id)))).toMatch(/Most frequent Paris .* 2 answers Lyon .* 1 answer/);
});

test('deleted answers are not shown again', async () => {
  const { forms } = server.askwell;
  const { id } = await forms.create(account(), {
    title: 'Feedback',
    fields: [{ type: 'short_text', label: 'Why?' }],
    one_per: null,
  });
  const first = await forms.submit(id, { answers: { f1: 'A secret' } });
  await forms.submit(id, { answers: { f1: 'No secret' } });
  expect(wordsOf(await browser.open(pathOf(id)))).toContain('A secret');
  await forms.submissions.delete(account(), id, first.id);
  expect(wordsOf(await browser.open(pathOf(id)))).not.toContain('A secret');
});
