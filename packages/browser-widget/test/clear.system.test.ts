import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

const group = (page: Page, name: string) => page.getByRole('group', { name });
const clear = (page: Page, name: string) => group(page, name).getByRole('button', { name: 'Clear' });
const select = (page: Page, name: string, option: string) =>
  group(page, name).getByRole('radio', { name: option, exact: true }).check({ force: true });

test('an optional single choice, rating and scale can be cleared once something is chosen', async () => {
  const fields = [
    { id: 'pick', type: 'single_choice', label: 'Pick one', options: ['Red', 'Green'], other: true },
    { id: 'rate', type: 'rating', label: 'Rate us' },
    { id: 'nps', type: 'scale', label: 'Recommend us' },
    { id: 'how', type: 'matrix', label: 'How was it', rows: ['Room', 'Food'], options: ['Bad', 'Good'] },
    { id: 'must', type: 'rating', label: 'Required one', required: true },
    { id: 'some', type: 'multiple_choice', label: 'Pick some', options: ['Ash', 'Oak'] },
  ];
  const id = await createAsk('forms', { fields });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`);
  await stateOf(page, 'open');
  expect(await page.getByRole('button', { name: 'Clear' }).count()).toBe(0);
  for (const [name, option] of [
    ['Pick one', 'Green'],
    ['Rate us', '3'],
    ['Recommend us', '0'],
    ['Food', 'Bad'],
  ] as const) {
    await select(page, name, option);
    await clear(page, name).focus();
    await page.keyboard.press('Enter');
    expect(await group(page, name).locator(':checked').count()).toBe(0);
    expect(await clear(page, name).count()).toBe(0);
    const first = group(page, name).getByRole('radio').first();
    expect(await first.evaluate((radio) => radio.matches(':focus'))).toBe(true);
  }
  await select(page, 'Pick one', 'Other');
  await page.getByLabel('Your own answer').fill('Blue');
  await clear(page, 'Pick one').click();
  expect(await page.getByLabel('Your own answer').isVisible()).toBe(false);
  await select(page, 'Required one', '5');
  await page.getByRole('checkbox', { name: 'Ash' }).check();
  expect(await page.getByRole('button', { name: 'Clear' }).count()).toBe(0);
  await select(page, 'Room', 'Good');
  await page.getByRole('button', { name: 'Send' }).click();
  await stateOf(page, 'answered');
  expect((await answersTo('forms', id))[0]?.['answers']).toEqual({ must: 5, some: ['o1'], how: { r1: 'o2' } });
  await close(page);
});

test('a cleared choice hides the fields that depend on it', async () => {
  const fields = [
    { id: 'pick', type: 'single_choice', label: 'Pick one', options: ['Red', 'Green'] },
    { id: 'why', type: 'short_text', label: 'Why green?', show_if: { all: [{ field: 'pick', is: 'o2' }] } },
  ];
  const id = await createAsk('forms', { fields });
  const page = await open(`<askwell-form form-id="${id}" lang="de"></askwell-form>`);
  await page.getByRole('radio', { name: 'Green' }).check();
  await page.getByLabel('Why green?').waitFor();
  await page.getByRole('button', { name: 'Auswahl aufheben' }).click();
  await page.getByLabel('Why green?').waitFor({ state: 'hidden' });
  await close(page);
});

test('a rating of an option can be cleared, and a single choice of a poll cannot', async () => {
  const [rating, single] = await Promise.all([
    createAsk('polls', { type: 'rating', options: ['Sea', 'Hills'] }),
    createAsk('polls', { options: ['Sea', 'Hills'] }),
  ]);
  const page = await open(`<askwell-poll poll-id="${rating}"></askwell-poll>`);
  await select(page, 'Sea', '4');
  await select(page, 'Hills', '2');
  await clear(page, 'Sea').click();
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  expect(await answersTo('polls', rating)).toMatchObject([{ ratings: { o2: 2 } }]);
  await close(page);
  const other = await open(`<askwell-poll poll-id="${single}"></askwell-poll>`);
  await other.getByRole('radio', { name: 'Sea' }).check();
  expect(await other.getByRole('button', { name: 'Clear' }).count()).toBe(0);
  await close(other);
});

test('a rating of 0 is shown as the own choice', async () => {
  const id = await createAsk('polls', { type: 'rating', options: ['Sea', 'Hills'], scale: { min: 0, max: 5 } });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await select(page, 'Sea', '0');
  await page.getByRole('button', { name: 'Vote' }).click();
  await page.getByText('Your choice: 0').waitFor();
  expect(await page.getByText('Your choice').count()).toBe(1);
  await close(page);
});
