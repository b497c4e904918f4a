import { expect, test } from 'vitest';
import { leave, make, open, owner } from './support/scene.js';

test('a visitor votes and sees how the poll stands', async () => {
  const id = await make('polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await page.getByRole('radio', { name: 'Salad' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await page.locator('askwell-poll[state=answered]').waitFor();
  expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Soup\s+0%/),
    expect.stringMatching(/^Salad\s+100%[\s\S]*Your choice$/),
  ]);
  expect(await page.locator('askwell-poll').getAttribute('state')).toBe('answered');
  expect((await owner('GET', `/polls/${id}/results`))['votes_count']).toBe(1);
  await leave(page);
});
