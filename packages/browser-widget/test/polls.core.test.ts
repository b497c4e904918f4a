import { expect, test } from 'vitest';
import { answersTo, close, createAsk, open, sendAsOwner } from './support/browser.js';

test('a visitor votes, sees the results and changes the vote', async () => {
  const id = await createAsk('polls', { title: 'Lunch?', options: ['Soup', 'Salad'], allow_change: true });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await page.getByRole('radio', { name: 'Salad' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await page.locator('askwell-poll[state=answered]').waitFor();
  // The module that draws results is loaded after the answer.
  await page.getByRole('listitem').first().waitFor();
  await expect
    .poll(() => page.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringMatching(/^Soup\s+0%/), expect.stringMatching(/^Salad\s+100%[\s\S]*Your choice$/)]);
  await expect.poll(() => page.locator('askwell-poll').getAttribute('state')).toBe('answered');
  expect((await sendAsOwner('GET', `/polls/${id}/results`)).at('data.votes_count')).toBe(1);

  await page.getByRole('button', { name: 'Change your answer' }).click();
  await expect.poll(() => page.getByRole('radio', { name: 'Salad' }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'Soup' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await expect
    .poll(() => page.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringMatching(/^Soup\s+100%[\s\S]*Your choice$/), expect.stringMatching(/^Salad\s+0%/)]);
  expect(await answersTo('polls', id)).toMatchObject([{ choices: ['o1'] }]);
  await close(page);
});
