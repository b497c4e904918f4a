import type { FieldType } from '@askwell/server/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyAnswer, everyField } from './support/asks.js';
import { complaints, darkPage } from './support/axe.js';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

const press =
  (page: Page): Press =>
  async (keys) => {
    for (const key of [keys].flat()) await page.keyboard.press(key);
  };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const element = (id: string, more = '') => `<askwell-form form-id="${id}" ${more}></askwell-form>`;
const progress = (page: Page, text: string) => page.locator('.progress').getByText(text, { exact: true }).waitFor();
/** Waits until the input with a label has the focus, or the first input of a group with it. */
const atField = (page: Page, label: string) =>
  page
    .locator('.question:not([hidden])')
    .filter({ hasText: label })
    .filter({ has: page.locator(':focus') })
    .waitFor();

/** Presses keys, one after the other. */
type Press = (keys: string | readonly string[]) => Promise<void>;
/**
 * How to answer each type of field by keys, from the focus of its step. The last key continues to the next step. A missing type does not
 * compile.
 */
const ways: { readonly [Type in FieldType]: (press: Press, page: Page) => Promise<unknown> } = {
  heading: () => Promise.resolve(),
  page: () => Promise.resolve(),
  hidden: () => Promise.resolve(),
  image: () => Promise.resolve(),
  video: () => Promise.resolve(),
  async short_text(press, page) {
    await page.keyboard.type('A b 3');
    await press('Enter');
  },
  async long_text(press, page) {
    await page.keyboard.type('Two');
    await press('Enter');
    await page.keyboard.type('lines');
    await press('Control+Enter');
  },
  async email(press, page) {
    await page.keyboard.type('visitor@example.com');
    await press('Enter');
  },
  async url(press, page) {
    await page.keyboard.type('https://example.com/kim');
    await press('Enter');
  },
  async phone(press, page) {
    await page.keyboard.type('+44 20 7946 0958');
    await press('Enter');
  },
  async number(press, page) {
    await page.keyboard.type('3');
    await press('Enter');
  },
  async date(press, page) {
    await page.keyboard.type('05012026');
    await press('Enter');
  },
  async time(press, page) {
    await page.keyboard.type('0905AM');
    await press('Enter');
  },
  single_choice: (press) => press(['b', 'Enter']),
  multiple_choice: (press) => press(['a', 'b', 'c', 'b', 'Enter']),
  async dropdown(press, page) {
    await page.keyboard.type('Ot');
    await press('Tab');
    await page.keyboard.type('Water');
    await press('Enter');
  },
  async ranking(press, page) {
    await press(['c', 'a']);
    await button(page, 'Next').focus();
    await press('Enter');
  },
  rating: (press) => press(['4', 'Enter']),
  scale: (press) => press(['1', '0', 'Enter']),
  matrix: (press) => press(['Tab', 'Space', 'ArrowRight', 'Enter']),
  consent: (press) => press(['Space', 'Enter']),
};

const asked = everyField.filter(({ type }) => !['heading', 'page', 'hidden'].includes(type));

test('a form with every type of field is filled in one field at a time, by keyboard only, also after a reload', async () => {
  const id = await createAsk('forms', { fields: everyField, layout: 'steps' });
  const page = await open(element(id), { query: 'source=newsletter' });
  // "Why green?" is asked only once green is chosen.
  let steps = asked.length - 1;
  await progress(page, `1 of ${steps}`);
  expect(await page.getByRole('heading', { name: 'About you' }).isVisible()).toBe(true);
  expect(await page.locator('.question:visible').count()).toBe(1);
  await page.getByLabel('Name').focus();
  await page.keyboard.press('Enter');
  await page.getByText('An answer is required.').waitFor();
  await atField(page, 'Name');
  for (const [at, { type, label }] of asked.entries()) {
    if (label === 'Pick some') {
      await page.reload();
      await stateOf(page, 'open');
      steps = asked.length;
    }
    await progress(page, `${at + 1} of ${steps}`);
    expect(await page.locator('.page > .question:visible').count(), label).toBe(1);
    if (label === 'Pick some') await page.getByRole('checkbox').first().focus();
    await atField(page, label);
    if (label === 'Pick one') {
      await page.getByRole('status').getByText('Your taste').waitFor({ state: 'attached' });
      steps = asked.length;
    }
    await ways[type](press(page), page);
  }
  await stateOf(page, 'answered');
  const [submission] = await answersTo('forms', id);
  expect(submission?.['answers']).toEqual({ ...everyAnswer, name: 'A b 3', why: 'A b 3' });
  await close(page);
});

// The colors are the same in all languages.
test.each([
  ['en', 'all'],
  ['ar', 'structure'],
] as const)('axe finds no problem in any step in %s, on wide light and narrow dark pages', async (lang, rules) => {
  const id = await createAsk('forms', { fields: everyField, layout: 'steps', locale: lang });
  const page = await open(element(id), { page: { lang, head: darkPage }, reducedMotion: 'reduce', locale: 'en' });
  await stateOf(page, 'open');
  await page.locator('.input:visible').focus();
  for (const { type, label } of asked) {
    for (const [colorScheme, width] of [
      ['light', 768],
      ['dark', 320],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 640 });
      expect(await complaints(page, rules), `${label}, ${colorScheme}, ${width} pixels`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    const shown = page.locator('.progress span');
    const before = await shown.innerText();
    if (['long_text', 'ranking', 'dropdown'].includes(type)) await page.locator('.primary').click();
    else await ways[type](press(page), page);
    if (type !== 'consent') await expect.poll(() => shown.innerText()).not.toBe(before);
  }
  await stateOf(page, 'answered');
  await close(page);
});

const pets = [
  { id: 'pet', type: 'single_choice', label: 'A pet?', options: ['Yes', 'No'], other: true },
  { id: 'kind', type: 'short_text', label: 'Which?', required: true, show_if: { all: [{ field: 'pet', is: 'o1' }] } },
  { id: 'email', type: 'email', label: 'E-mail' },
  { id: 'rate', type: 'rating', label: 'Rate us', scale: { min: -1, max: 9 } },
];
const isChecked = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).isChecked();

test('conditions add and remove steps, errors stay on their step, and Back keeps the input', async () => {
  const id = await createAsk('forms', { fields: pets, layout: 'steps', description: 'It takes a minute.' });
  const page = await open(element(id));
  await progress(page, '1 of 3');
  expect(await page.getByText('It takes a minute.').isVisible()).toBe(true);
  expect(await button(page, 'Back').isVisible()).toBe(false);
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('a');
  await progress(page, '1 of 4');
  await page.keyboard.press('Enter');
  await progress(page, '2 of 4');
  expect(await page.getByText('It takes a minute.').isVisible()).toBe(false);
  await page.keyboard.press('Enter');
  await page.getByText('An answer is required.').waitFor();
  await atField(page, 'Which?');
  await page.keyboard.type('A cat');
  await page.keyboard.press('Enter');
  await atField(page, 'E-mail');
  await page.keyboard.type('nowhere');
  await page.keyboard.press('Enter');
  await page.getByText('Enter an email address like name@example.com.').waitFor();
  await button(page, 'Back').click();
  await atField(page, 'Which?');
  await button(page, 'Back').click();
  await atField(page, 'A pet?');
  await page.keyboard.press('b');
  await progress(page, '1 of 3');
  await page.keyboard.press('Enter');
  await atField(page, 'E-mail');
  expect(await page.getByLabel('E-mail').inputValue()).toBe('nowhere');
  await page.getByLabel('E-mail').fill('');
  await page.keyboard.press('Enter');
  await atField(page, 'Rate us');
  for (const [keys, name] of [
    [['-', '1'], '-1'],
    [['7'], '7'],
    [['1', '0'], '0'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key);
    expect(await isChecked(page, name), name).toBe(true);
  }
  await page.keyboard.press('Enter');
  await stateOf(page, 'answered');
  expect((await answersTo('forms', id))[0]?.['answers']).toEqual({ pet: 'o2', rate: 0 });
  await close(page);
});

test('letters choose only while the focus is on the field, without modifiers, and not in a text input', async () => {
  const id = await createAsk('forms', { fields: pets, layout: 'steps' });
  const page = await open(`${element(id)}<button>Elsewhere</button>`);
  await stateOf(page, 'open');
  const first = page.getByRole('radio', { name: 'Yes' });
  expect(await first.getAttribute('aria-keyshortcuts')).toBe('a');
  expect(await page.locator('kbd').allInnerTexts()).toEqual(['A', 'B', 'C']);
  await button(page, 'Elsewhere').focus();
  await page.keyboard.press('a');
  await first.focus();
  for (const key of ['Control+a', 'Alt+a', 'd', '1']) await page.keyboard.press(key);
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  await page.keyboard.press('c');
  const own = page.getByRole('textbox', { name: 'Your own answer' });
  await expect.poll(() => own.evaluate((input) => input.matches(':focus'))).toBe(true);
  await page.keyboard.type('abc');
  expect([await own.inputValue(), await isChecked(page, 'Other')]).toEqual(['abc', true]);
  await close(page);
});

test('the attribute of the element overrides the layout of the form', async () => {
  const [steps, pages] = await Promise.all([
    createAsk('forms', { fields: pets, layout: 'steps' }),
    createAsk('forms', { fields: pets }),
  ]);
  for (const [markup, count] of [
    [element(steps, 'layout="pages"'), 3],
    [element(pages, 'layout="steps"'), 1],
    [element(steps, 'layout="list"'), 1],
    [element(pages), 3],
  ] as const) {
    const page = await open(markup);
    await stateOf(page, 'open');
    expect(await page.locator('.question:visible').count(), markup).toBe(count);
    await close(page);
  }
});

test('a ticket is asked for on the last step', async () => {
  const id = await createAsk('forms', { fields: pets, layout: 'steps', one_per: 'ticket' });
  const page = await open(element(id));
  await progress(page, '1 of 3');
  for (const step of [1, 2]) {
    expect(await page.getByLabel('Your ticket').isVisible()).toBe(false);
    await button(page, 'Next').click();
    await progress(page, `${step + 1} of 3`);
  }
  await atField(page, 'Rate us');
  await button(page, 'Send').click();
  await atField(page, 'Your ticket');
  await page.getByText('An answer is required.').waitFor();
  await close(page);
});
