import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyAnswer, everyField } from './support/asks.js';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
const group = (page: Page, name: string) => page.getByRole('group', { name });

test('a visitor fills in every type of field, page by page, and all answers are recorded', async () => {
  const id = await createAsk('forms', { fields: everyField, after: { message: 'We will write to you.' } });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`, {
    query: 'source=newsletter&story=Short&agree=true',
  });

  await page.getByText('Page 1 of 3').waitFor();
  await page.getByLabel('Name').fill('Visitor');
  await page.getByLabel('E-mail').fill('visitor@example.com');
  await page.getByLabel('Website').fill('example.com/kim');
  await page.getByLabel('Phone').fill('+44 20 7946 0958');
  await page.getByLabel('Nights').fill('3');
  await page.getByLabel('Arrival').fill('2026-05-01');
  await page.getByLabel('Hour').fill('09:05');
  await next(page);

  await page.getByRole('heading', { name: 'Your taste' }).waitFor();
  await expect.poll(() => page.getByLabel('Why green?').isVisible()).toBe(false);
  await page.getByRole('radio', { name: 'Green' }).check();
  await page.getByLabel('Why green?').fill('Leaves');
  await page.getByRole('checkbox', { name: 'Ash' }).check();
  await page.getByRole('checkbox', { name: 'Elm' }).check();
  await page.getByLabel('From a list').selectOption('Other');
  await page.locator('select + input').fill('Water');
  await page.getByRole('button', { name: 'City', exact: true }).click();
  await page.getByRole('button', { name: 'Sea', exact: true }).click();
  await next(page);

  await group(page, 'Rate us').getByRole('radio', { name: '4' }).check({ force: true });
  await group(page, 'Would you recommend us?').getByRole('radio', { name: '10' }).check({ force: true });
  await group(page, 'Food').getByRole('radio', { name: 'Good' }).check({ force: true });
  const consent = page.getByRole('checkbox', { name: 'I agree' });
  expect(await consent.isChecked()).toBe(false);
  await consent.check();
  await page.getByRole('button', { name: 'Send' }).click();

  await stateOf(page, 'answered');
  await expect.poll(() => page.getByText('We will write to you.').isVisible()).toBe(true);
  const [submission] = await answersTo('forms', id);
  expect(submission?.['answers']).toEqual({ ...everyAnswer, story: 'Short' });
  await close(page);
});

test('errors are shown at their fields, and the first one gets the focus', async () => {
  const id = await createAsk('forms', { fields: everyField });
  const page = await open(`<askwell-form form-id="${id}" prefill="story=${'x'.repeat(21)}&nights=9"></askwell-form>`);
  await page.getByLabel('E-mail').fill('nowhere');
  await next(page);
  await expect
    .poll(() => page.locator('.error:not(:empty)').allInnerTexts())
    .toEqual([
      'An answer is required.',
      'Characters: 21. At most 20.',
      'Enter an email address like name@example.com.',
      'At most 5.',
    ]);
  const name = page.getByLabel('Name');
  await expect.poll(() => name.evaluate((field) => field.matches(':focus'))).toBe(true);
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('status').getByText('Check 4 answers.').waitFor({ state: 'attached' });
  await name.fill('Visitor');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBeNull();
  await close(page);
});

test('a fault from the server is shown at its field on an earlier page', async () => {
  const fields = [
    { id: 'phone', type: 'phone', label: 'Phone' },
    { type: 'page', label: 'More' },
    { id: 'word', type: 'short_text', label: 'Word' },
  ];
  const id = await createAsk('forms', { fields });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`);
  await page.getByLabel('Phone').fill('+44 20 7946 0958 (0) 20 7946 0958');
  await next(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Enter a phone number like +44 20 7946 0958.').waitFor();
  await expect.poll(() => page.getByLabel('Phone').evaluate((field) => field.matches(':focus'))).toBe(true);
  await close(page);
});
