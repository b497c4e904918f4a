import type { FieldType } from '@askwell/server/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyField } from './support/asks.js';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

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

type Press = (keys: string | readonly string[]) => Promise<void>;
/** How to answer each type of field by keys, from the focus of its step. The last key goes on. A missing type does not compile. */
const ways: { readonly [Type in FieldType]: (press: Press, page: Page) => Promise<unknown> } = {
  heading: () => Promise.resolve(),
  page: () => Promise.resolve(),
  hidden: () => Promise.resolve(),
  async short_text(press, page) {
    await page.keyboard.type('A b 3');
    await press('Enter');
  },
  async long_text(press, page) {
    await page.getByText('Press Ctrl + Enter to continue.').waitFor();
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

test('a form with every type of field is filled in one field at a time, by keyboard only, also after a reload', async () => {
  const id = await createAsk('forms', { fields: everyField, layout: 'steps' });
  const page = await open(element(id), { query: 'source=newsletter' });
  const press: Press = async (keys) => {
    for (const key of [keys].flat()) await page.keyboard.press(key);
  };
  const asked = everyField.filter(({ type }) => !['heading', 'page', 'hidden'].includes(type));
  // "Why green?" is asked only once green is chosen.
  let steps = asked.length - 1;
  await progress(page, `1 of ${steps}`);
  expect(await page.getByRole('heading', { name: 'About you' }).isVisible()).toBe(true);
  expect(await page.locator('.question:visible').count()).toBe(1);
  await page.getByLabel('Name').focus();
  await press('Enter');
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
    await ways[type](press, page);
  }
  await stateOf(page, 'answered');
  const [submission] = await answersTo('forms', id);
  expect(submission?.['answers']).toEqual({
    name: 'A b 3',
    story: 'Two\nlines',
    email: 'visitor@example.com',
    site: 'https://example.com/kim',
    phone: '+44 20 7946 0958',
    nights: 3,
    day: '2026-05-01',
    hour: '09:05',
    pick: 'o2',
    why: 'A b 3',
    some: ['o1', 'o3'],
    list: { other: 'Water' },
    rank: ['o3', 'o1'],
    rate: 4,
    nps: 10,
    how: { r2: 'o2' },
    agree: true,
    source: 'newsletter',
  });
  await close(page);
});
