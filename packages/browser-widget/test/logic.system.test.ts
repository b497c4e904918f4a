import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { complaints, darkPage } from './support/axe.js';
import { close, createAsk, open, stateOf, answersTo as submissionsTo } from './support/browser.js';

/** A form with a jump over its third page, options and rows that depend on answers, and two endings. */
const form = {
  welcome: { title: 'Order a drink', text: 'It takes a minute.', button: 'Begin' },
  variables: [
    { id: 'price', type: 'number', value: 0, rules: [{ set: { score: 'drink' } }, { multiply: { field: 'cups' } }] },
  ],
  fields: [
    { type: 'page', id: 'p1', next: [{ when: { field: 'age', less: 18 }, to: 'young' }] },
    { id: 'name', type: 'short_text', label: 'Your name' },
    { id: 'age', type: 'number', label: 'Your age', required: true },
    {
      type: 'page',
      id: 'p2',
      label: 'Hello, {{name|there}}!',
      next: [{ when: { field: 'drink', is: 'water' }, to: 'p4' }],
    },
    {
      id: 'drink',
      type: 'single_choice',
      label: 'What would you like, {{name|friend}}?',
      required: true,
      options: [
        { id: 'water', label: 'Water' },
        { id: 'tea', label: 'Tea for {{name|you}}', score: 2.5 },
        { id: 'wine', label: 'Wine', score: 5, show_if: { field: 'age', at_least: 21 } },
      ],
    },
    {
      id: 'place',
      type: 'dropdown',
      label: 'Where?',
      options: ['Bar', { label: 'Cellar', show_if: { field: 'drink', is: 'wine' } }],
    },
    { id: 'cups', type: 'number', label: 'How many?', require_if: { field: 'drink', is_not: 'water' } },
    { type: 'page', id: 'p3' },
    {
      id: 'how',
      type: 'matrix',
      label: 'How was it?',
      options: ['Bad', 'Good'],
      rows: ['Service', { label: 'Grapes', show_if: { field: 'drink', is: 'wine' } }],
    },
    {
      id: 'best',
      type: 'ranking',
      label: 'Rank',
      options: ['Red', { label: 'White', show_if: { field: 'how', row: 'r1', is: 'o2' } }],
    },
    { type: 'page', id: 'p4' },
    { id: 'note', type: 'short_text', label: 'It costs {{price}}.' },
  ],
  endings: [
    { id: 'young', when: { field: 'age', less: 18 }, title: 'Sorry, {{name|friend}}', outcome: 'disqualified' },
    {
      id: 'done',
      title: 'Enjoy your {{drink}}',
      text: 'It costs {{price}}.',
      button: { label: 'Pay', url: 'https://example.com/pay' },
    },
  ],
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const shown = async (page: Page) =>
  (await page.locator('askwell-form .root').innerText()).replace(/[\u2068\u2069]/g, '');
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true });

test('a form leads from the welcome to an ending, and shows each change at once', async () => {
  const id = await createAsk('forms', form);
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`);
  await page.getByRole('heading', { name: 'Order a drink' }).waitFor();
  await press(page, 'Begin');
  await page.getByText('Page 1 of 4').waitFor();
  await page.getByLabel('Your name').fill('<b>Ada</b>');
  await page.getByLabel('Your age').fill('30');
  await press(page, 'Next');
  expect(await shown(page)).toMatch(/Hello, <b>Ada<\/b>!.*Tea for <b>Ada<\/b>.*Wine/s);
  await choose(page, 'Wine');
  await page.getByLabel('Where?').selectOption('Cellar');
  // The mark appears, and the focus stays.
  const place = page.getByLabel('Where?');
  await place.focus();
  expect(await page.getByLabel('How many? required').count()).toBe(1);
  expect(await place.evaluate((list) => list.matches(':focus'))).toBe(true);
  await page.getByLabel('How many?').fill('3');
  await press(page, 'Next');
  await page.getByRole('group', { name: 'Grapes' }).waitFor();
  expect(await page.getByRole('button', { name: 'White', exact: true }).isVisible()).toBe(false);
  await page.getByRole('group', { name: 'Service' }).getByRole('radio', { name: 'Good' }).check({ force: true });
  await page.getByRole('button', { name: 'White', exact: true }).click();
  await press(page, 'Next');
  expect(await shown(page)).toContain('It costs 15.');
  await press(page, 'Back');
  // What disappears is not chosen any more.
  await page.getByRole('group', { name: 'Service' }).getByRole('radio', { name: 'Bad' }).check({ force: true });
  await press(page, 'Back');
  await press(page, 'Back');
  await page.getByLabel('Your name').fill('');
  await page.getByLabel('Your age').fill('19');
  await press(page, 'Next');
  expect(await shown(page)).toMatch(/Hello, there!.*Tea for you/s);
  expect(await page.getByRole('radio', { name: 'Wine' }).count()).toBe(0);
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await place.inputValue()).toBe('');
  await choose(page, 'Water');
  await page.getByLabel('How many?').fill('');
  await press(page, 'Next');
  await page.getByText('Page 3 of 3').waitFor();
  expect(await shown(page)).toContain('It costs 0.');
  await press(page, 'Send');
  await stateOf(page, 'answered');
  expect(await shown(page)).toMatch(/Enjoy your Water.*It costs 0\..*Pay/s);
  expect(await page.getByRole('link', { name: 'Pay' }).getAttribute('href')).toBe('https://example.com/pay');
  expect(await submissionsTo('forms', id)).toMatchObject([
    { answers: { age: 19, drink: 'water' }, variables: { price: 0 }, ending: 'done', outcome: 'completed' },
  ]);
  await close(page);
});

test.each(['*a*', '[x](https://evil.example)'])('the value %j is shown as text', async (value) => {
  const template = '**Dear** {{name}}';
  const id = await createAsk('forms', {
    fields: [
      { id: 'name', type: 'short_text', label: 'Name' },
      { id: 'note', type: 'short_text', label: 'Note', help: template },
      { id: 'one', type: 'single_choice', label: 'One', options: [template] },
      { id: 'list', type: 'dropdown', label: 'List', options: [template] },
      { id: 'rest', type: 'short_text', label: 'Why {{one}}?' },
    ],
    endings: [{ title: 'Thanks, {{name}}', text: template }],
  });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`);
  await page.getByLabel('Name').fill(value);
  await page.getByRole('radio').check({ force: true });
  const texts = (await shown(page)).split('\n').filter((line) => line.includes(value));
  // The help, the radio button, the option of the list, and the label with the chosen option.
  const dear = `Dear ${value}`;
  expect(texts).toEqual([dear, dear, dear, `Why ${dear}?`]);
  await press(page, 'Send');
  await stateOf(page, 'answered');
  expect((await shown(page)).replaceAll('\u2060', '').split(value)).toHaveLength(3);
  expect(await page.getByRole('link', { name: 'x' }).count()).toBe(0);
  await close(page);
});

test('a full option that is shown again stays disabled', async () => {
  const id = await createAsk('forms', {
    fields: [
      { id: 'ok', type: 'consent', label: 'More' },
      {
        id: 'list',
        type: 'dropdown',
        label: 'List',
        options: ['Tea', { label: 'Wine', max_answers: 1, show_if: { field: 'ok', is: true } }],
      },
    ],
  });
  const first = await open(`<askwell-form form-id="${id}"></askwell-form>`);
  await first.getByLabel('More').check();
  await first.getByLabel('List').selectOption('Wine');
  await press(first, 'Send');
  await stateOf(first, 'answered');
  await close(first);
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`);
  const wine = page.getByRole('option', { name: 'Wine' });
  await page.getByLabel('More').check();
  expect(await wine.isDisabled()).toBe(true);
  await page.getByLabel('More').uncheck();
  await page.getByLabel('More').check();
  expect(await wine.isDisabled()).toBe(true);
  await close(page);
});

test('a minimum of choices above the number of shown options does not keep a visitor from answering', async () => {
  const more = { label: 'Cellar', show_if: { field: 'age', at_least: 21 } };
  const id = await createAsk('forms', {
    fields: [
      { id: 'age', type: 'number', label: 'Age', required: true },
      {
        id: 'some',
        type: 'multiple_choice',
        label: 'Some',
        min_choices: 3,
        options: ['Bar', more, { ...more, label: 'Roof' }],
        other: true,
      },
      { id: 'rank', type: 'ranking', label: 'Rank', min_choices: 2, options: ['Red', { ...more, label: 'White' }] },
    ],
  });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`);
  await page.getByLabel('Age').fill('30');
  await page.getByRole('checkbox', { name: 'Bar' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Cellar' }).check({ force: true });
  await page.getByRole('button', { name: 'Red', exact: true }).click();
  await press(page, 'Send');
  const errors = () => page.locator('.error:visible').allInnerTexts();
  await expect.poll(errors).toEqual(['At least 3.', 'At least 2.']);
  await page.getByLabel('Age').fill('19');
  await press(page, 'Send');
  // The write-in can still be chosen.
  await expect.poll(errors).toEqual(['At least 2.']);
  await page.getByRole('checkbox', { name: 'Other' }).check({ force: true });
  await page.getByLabel('Your own answer').fill('Garden');
  await press(page, 'Send');
  await stateOf(page, 'answered');
  expect(await submissionsTo('forms', id)).toMatchObject([
    { answers: { age: 19, some: ['o1', { other: 'Garden' }], rank: ['o1'] } },
  ]);
  await close(page);
});

test('an answer that leads to an ending turns the button into the one that sends, in one field at a time too', async () => {
  const id = await createAsk('forms', { ...form, layout: 'steps', locale: 'ar' });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`, { locale: 'ar' });
  await press(page, 'Begin');
  await press(page, 'التالي');
  await page.getByLabel('Your age').fill('30');
  await page.getByRole('button', { name: 'التالي' }).waitFor();
  await page.getByLabel('Your age').fill('17');
  await page.getByRole('button', { name: 'إرسال' }).waitFor();
  await press(page, 'إرسال');
  await stateOf(page, 'answered');
  expect(await shown(page)).toContain('Sorry, friend');
  await close(page);
});

test.each(['light', 'dark', 'forced'] as const)(
  'the welcome, a page and the ending are accessible in %s colors',
  async (colors) => {
    const id = await createAsk('forms', form);
    const page = await open(`${darkPage}<askwell-form form-id="${id}"></askwell-form>`, {
      colorScheme: colors === 'dark' ? 'dark' : 'light',
      forcedColors: colors === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
    });
    const rules = colors === 'forced' ? 'structure' : 'all';
    await page.getByRole('heading', { name: 'Order a drink' }).waitFor();
    expect(await complaints(page, rules)).toEqual([]);
    await press(page, 'Begin');
    expect(await complaints(page, rules)).toEqual([]);
    await page.getByLabel('Your age').fill('17');
    await press(page, 'Send');
    await stateOf(page, 'answered');
    expect(await complaints(page, rules)).toEqual([]);
    await close(page);
  },
);
