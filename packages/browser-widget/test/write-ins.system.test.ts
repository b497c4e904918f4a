import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

const required = 'An answer is required.';
const isFocused = (field: Locator) => field.evaluate((input) => input.matches(':focus'));
/** The texts that describe a field to screen readers. */
const descriptionOf = (field: Locator) =>
  field.evaluate((input) => {
    const root = input.getRootNode();
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => (root instanceof ShadowRoot && root.getElementById(id)?.textContent) || '').join('');
  });

const fields = [
  { id: 'pick', type: 'single_choice', label: 'Pick one', options: ['Red', 'Green'], other: true, help: 'One only.' },
  { id: 'some', type: 'multiple_choice', label: 'Pick some', options: ['Ash', 'Oak'], other: true, required: true },
  { id: 'list', type: 'dropdown', label: 'From a list', options: ['Tea', 'Mate'], other: true, required: true },
];

test('an empty write-in shows the error and gets the focus, and a space is typed into it', async () => {
  const id = await createAsk('polls', { title: 'Lunch?', options: ['Soup', 'Salad'], other: true });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await page.getByRole('radio', { name: 'Other' }).check();
  await page.getByRole('button', { name: 'Vote' }).focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Your own answer' });
  await page.getByText(required).waitFor();
  expect(await isFocused(field)).toBe(true);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await descriptionOf(field)).toBe(required);
  expect(await descriptionOf(page.getByRole('group'))).not.toContain(required);
  expect(await page.locator('input + .error').innerText()).toBe(required);
  expect(await page.locator('.wrong').count()).toBe(0);
  await page.keyboard.press('Space');
  await page.keyboard.type('Falafel');
  expect(await page.getByRole('radio', { name: 'Other' }).isChecked()).toBe(true);
  expect(await field.getAttribute('aria-invalid')).toBeNull();
  expect(await page.getByText(required).count()).toBe(0);
  await page.keyboard.press('Enter');
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toMatchObject([{ choices: [], other: 'Falafel' }]);
  await close(page);
});

test.each([
  ['Pick one', 'pick', { other: 'Blue' }],
  ['Pick some', 'some', [{ other: 'Blue' }]],
  ['From a list', 'list', { other: 'Blue' }],
])('the empty write-in of the field "%s" has the error and the focus', async (label, asked, answer) => {
  const id = await createAsk('forms', { fields: fields.filter((field) => field.id === asked) });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`);
  const list = page.getByRole('combobox', { name: label });
  await stateOf(page, 'open');
  if (asked === 'list') await list.selectOption('Other');
  else await page.getByLabel('Other', { exact: true }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  const field = page.getByRole('textbox', { name: 'Your own answer' });
  await page.getByText(required).waitFor();
  expect(await isFocused(field)).toBe(true);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await descriptionOf(field)).toBe(required);
  expect(await page.locator('[aria-invalid]').count()).toBe(1);
  await field.fill('Blue');
  expect(await page.locator('[aria-invalid]').count()).toBe(0);
  await page.getByRole('button', { name: 'Send' }).click();
  await stateOf(page, 'answered');
  expect((await answersTo('forms', id))[0]?.['answers']).toEqual({ [asked]: answer });
  await close(page);
});

test('without a choice, the error belongs to the whole field', async () => {
  const id = await createAsk('forms', { fields: fields.slice(1) });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`);
  const send = page.getByRole('button', { name: 'Send' });
  await page.getByLabel('Other', { exact: true }).check();
  await send.click();
  await page.getByLabel('Other', { exact: true }).uncheck();
  await send.click();
  expect(await descriptionOf(page.getByRole('group', { name: 'Pick some' }))).toContain(required);
  expect(await isFocused(page.getByRole('checkbox', { name: 'Ash' }))).toBe(true);
  const list = page.getByRole('combobox', { name: 'From a list' });
  expect([await list.getAttribute('aria-invalid'), await descriptionOf(list)]).toEqual(['true', required]);
  await close(page);
});
