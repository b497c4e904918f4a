import { expect, test } from 'vitest';
import { everyField, everyQuestion } from './support/asks.js';
import { close, createAsk, open, servers, stateOf } from './support/browser.js';

/** Allows only scripts, connections and images, and only from the server. */
const strict = {
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${servers.askwell}`,
    `connect-src ${servers.askwell}`,
    `img-src ${servers.askwell}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
};

test('all elements work under a strict content security policy, without violations or errors', async () => {
  const [poll, quiz, form] = await Promise.all([
    createAsk('polls', { title: 'Lunch?', options: ['Soup', 'Salad'], design: { accent: '#0a7d5a', font: 'serif' } }),
    createAsk('quizzes', { questions: everyQuestion, reveal: 'answers', locale: 'de' }),
    createAsk('forms', {
      fields: everyField.filter(({ type }) => type !== 'page'),
      results_visibility: 'after_answer',
    }),
  ]);
  const page = await open('', { page: { body: '', policies: strict } });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const body = `<script async src="${servers.askwell}/widget.js"></script>
    <askwell-poll poll-id="${poll}"></askwell-poll><askwell-quiz quiz-id="${quiz}" layout="list"></askwell-quiz>
    <div data-askwell="${form}" data-prefill="name=Visitor&email=visitor%40example.com"></div>`;
  await page.goto(
    page.url().replace(/page=[^&]*/, `page=${encodeURIComponent(JSON.stringify({ body, policies: strict }))}`),
  );

  await page.getByRole('radio', { name: 'Soup' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  await page.getByRole('button', { name: 'Antworten abgeben' }).click();
  await page.getByText('Danke.').waitFor();
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('askwell-form[state=answered]').waitFor();
  const bar = page.locator('.fill').first();
  await expect.poll(() => bar.evaluate((shown) => getComputedStyle(shown).height)).toBe('8px');
  expect(errors).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
  await close(page);
});
