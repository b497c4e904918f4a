import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyField } from './support/asks.js';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();

test('the form has the earlier answers when they are changed, also after a reload', async () => {
  const id = await createAsk('forms', { fields: everyField, one_per: 'browser', allow_change: true });
  const page = await open(`<askwell-form form-id="${id}" prefill="source=mail&rate=2&nights=4"></askwell-form>`);
  await page.getByLabel('Name').fill('Visitor');
  await page.getByLabel('E-mail').fill('visitor@example.com');
  await page.getByLabel('Nights').fill('');
  await next(page);
  await page.getByRole('radio', { name: 'Other' }).check();
  await page.getByRole('group', { name: 'Pick one' }).getByRole('textbox').fill('Blue');
  for (const name of ['Ash', 'Elm']) await page.getByRole('checkbox', { name }).check();
  await page.getByLabel('From a list').selectOption('Mate');
  for (const name of ['City', 'Sea']) await page.getByRole('button', { name, exact: true }).click();
  await next(page);
  await page
    .getByRole('group', { name: 'Would you recommend us?' })
    .getByLabel('0', { exact: true })
    .check({ force: true });
  for (const [row, name] of [
    ['Room', 'Good'],
    ['Food', 'Bad'],
  ] as const) {
    await page.getByRole('group', { name: row }).getByRole('radio', { name }).check({ force: true });
  }
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Send' }).click();
  await stateOf(page, 'answered');
  const sent = await answersTo('forms', id);
  await page.reload();
  await page.getByRole('button', { name: 'Change your answer' }).click();
  await expect.poll(() => page.getByLabel('Nights').inputValue()).toBe('');
  await page.getByLabel('Name').fill('Kimberly');
  await next(page);
  await next(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await stateOf(page, 'answered');
  const [before, after] = [sent, await answersTo('forms', id)].map(([one]) => Object(one).answers);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['pick', 'some', 'list', 'rank', 'nps', 'rate', 'how', 'agree', 'source']),
  );
  expect(after).toEqual({ ...before, name: 'Kimberly' });
  expect(await answersTo('forms', id)).toHaveLength(1);
  await close(page);
});
