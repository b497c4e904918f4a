import type { FieldType, PollType, QuestionType } from '@askwell/server/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyAnswer, everyField, everyQuestion } from './support/asks.js';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';
import { type Keys, keysOf } from './support/keys.js';

type Way = (keys: Keys, page: Page) => Promise<unknown>;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const group = (page: Page, name: string) => page.getByRole('group', { name });

/** Fills in each type of field of `everyField`, in its order. A missing type does not compile. */
const fields: { readonly [Type in Exclude<FieldType, 'image' | 'video'>]: Way } = {
  heading: (_keys, page) => page.getByRole('heading', { name: 'About you' }).waitFor(),
  short_text: (keys, page) => keys.write(page.getByLabel('Name'), 'Visitor'),
  long_text: (keys, page) => keys.write(page.getByLabel('Story'), 'Two\nlines'),
  email: (keys, page) => keys.write(page.getByLabel('E-mail'), 'visitor@example.com'),
  url: (keys, page) => keys.write(page.getByLabel('Website'), 'https://example.com/kim'),
  phone: (keys, page) => keys.write(page.getByLabel('Phone'), '+44 20 7946 0958'),
  number: (keys, page) => keys.write(page.getByLabel('Nights'), '3'),
  async date(keys, page) {
    await keys.to(page.getByLabel('Arrival'));
    await page.keyboard.type('05012026');
  },
  async time(keys, page) {
    await keys.to(page.getByLabel('Hour'));
    await page.keyboard.type('0905AM');
  },
  page: (keys, page) => keys.press(button(page, 'Next'), 'Enter'),
  async single_choice(keys, page) {
    await keys.choose(group(page, 'Pick one'), 'Green');
    await keys.write(page.getByLabel('Why green?'), 'Leaves');
  },
  async multiple_choice(keys, page) {
    await keys.press(page.getByRole('checkbox', { name: 'Ash' }), 'Space');
    await keys.press(page.getByRole('checkbox', { name: 'Elm' }), 'Space');
  },
  async dropdown(keys, page) {
    await keys.to(page.getByLabel('From a list'));
    await page.keyboard.type('Ot');
    await keys.write(page.getByLabel('Your own answer').and(page.locator(':visible')), 'Water');
  },
  async ranking(keys, page) {
    await keys.press(page.getByRole('button', { name: 'City', exact: true }), 'Enter');
    await page.keyboard.press('Shift+Tab');
    await keys.press(page.getByRole('button', { name: 'Sea', exact: true }), 'Space');
  },
  rating: (keys, page) => keys.choose(group(page, 'Rate us'), '4'),
  scale: (keys, page) => keys.choose(group(page, 'Would you recommend us?'), '10'),
  async matrix(keys, page) {
    await keys.choose(group(page, 'Room'), 'Bad');
    await keys.choose(group(page, 'Food'), 'Good');
  },
  consent: (keys, page) => keys.press(page.getByRole('checkbox', { name: 'I agree' }), 'Space'),
  hidden: () => Promise.resolve(),
};

test('a form with every type of field is filled in and corrected by keyboard only', async () => {
  const id = await createAsk('forms', { fields: everyField });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`, { query: 'source=newsletter' });
  const keys = keysOf(page);
  await stateOf(page, 'open');
  await keys.write(page.getByLabel('E-mail'), 'nowhere');
  await page.keyboard.press('Enter');
  await page.getByText('An answer is required.').waitFor();
  await expect.poll(() => page.getByLabel('Name').evaluate((field) => field.matches(':focus'))).toBe(true);
  const types = new Set(everyField.map((field) => field.type));
  for (const type of Object.keys(fields)) expect(types).toContain(type);
  for (const field of everyField) if (field.label !== 'Why green?') await fields[field.type](keys, page);
  await keys.press(button(page, 'Send'), 'Enter');
  await stateOf(page, 'answered');
  expect((await answersTo('forms', id))[0]?.['answers']).toEqual({ ...everyAnswer, how: { r1: 'o1', r2: 'o2' } });
  await close(page);
});

/** Gives the right answer to each type of question of `everyQuestion`. */
const questions: { readonly [Type in QuestionType]: Way } = {
  single: (keys, page) => keys.choose(group(page, 'Capital of France?'), 'Paris'),
  async multiple(keys, page) {
    await keys.press(page.getByRole('checkbox', { name: 'Two' }), 'Space');
    await keys.press(page.getByRole('checkbox', { name: 'Five' }), 'Space');
  },
  boolean: (keys, page) => keys.choose(group(page, 'Is water wet?'), 'True'),
  text: (keys, page) => keys.write(page.getByLabel('Largest ocean?'), 'pacific'),
  number: (keys, page) => keys.write(page.getByLabel('Pi?'), '3.14'),
  // Moves each to the top, the last one first, because they are shown in random order.
  async order(keys, page) {
    for (const label of ['Sun', 'Earth', 'Moon']) {
      await keys.press(page.locator('.grip', { hasText: label }), 'ArrowUp');
      await page.keyboard.press('ArrowUp');
    }
  },
  async match(keys, page) {
    for (const [from, to] of [
      ['Cat', 'Meow'],
      ['Dog', 'Woof'],
    ] as const) {
      await keys.to(page.getByLabel(from));
      await page.keyboard.type(to);
    }
  },
};

test('a quiz with a time limit is answered by keyboard only', async () => {
  const id = await createAsk('quizzes', { questions: everyQuestion, time_limit_seconds: 3_600, reveal: 'answers' });
  const page = await open(`<askwell-quiz quiz-id="${id}" collect="name"></askwell-quiz>`);
  const keys = keysOf(page);
  await keys.press(button(page, 'Start quiz'), 'Enter');
  for (const [at, { type }] of everyQuestion.entries()) {
    await page.getByText(`Question ${at + 1} of 7`).waitFor();
    await questions[type](keys, page);
    if (at < 6) await keys.press(button(page, 'Next'), 'Enter');
  }
  await keys.write(page.getByLabel('Your name'), 'Visitor');
  await page.keyboard.press('Enter');
  await page.getByText('7 of 7 points').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('ASKWELL-QUIZ');
  await close(page);
});

/** Votes in each type of poll, with the expected request. */
const polls: { readonly [Type in PollType]: { readonly draft?: object; readonly way: Way; readonly vote: object } } = {
  single: {
    draft: { other: true },
    async way(keys, page) {
      await keys.choose(group(page, 'Where to?'), 'Other');
      await expect
        .poll(() => page.getByLabel('Your own answer').evaluate((field) => field.matches(':focus')))
        .toBe(true);
      await page.keyboard.type('Home');
    },
    vote: { choices: [], other: 'Home' },
  },
  multiple: {
    async way(keys, page) {
      await keys.press(page.getByRole('checkbox', { name: 'Sea' }), 'Space');
      await keys.press(page.getByRole('checkbox', { name: 'City' }), 'Space');
    },
    vote: { choices: ['o1', 'o3'] },
  },
  ranked: {
    async way(keys, page) {
      await keys.press(button(page, 'Sea'), 'Enter');
      await keys.press(button(page, 'Hills'), 'ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.getByText('Hills: place 1 of 3').waitFor({ state: 'attached' });
      await expect.poll(() => button(page, '1 Hills').evaluate((grip) => grip.matches(':focus'))).toBe(true);
      await expect.poll(() => button(page, '1 Hills').getAttribute('aria-pressed')).toBe('true');
      await keys.press(button(page, 'Move up: City'), 'Enter');
      await keys.press(button(page, 'Move up: City'), 'Space');
    },
    vote: { choices: ['o2', 'o3', 'o1'] },
  },
  rating: {
    async way(keys, page) {
      await keys.choose(group(page, 'Hills'), '4');
      await keys.choose(group(page, 'City'), '1');
    },
    vote: { ratings: { o2: 4, o3: 1 } },
  },
};

test.each(Object.entries(polls))('a %s poll is answered by keyboard only', async (type, { draft, way, vote }) => {
  const id = await createAsk('polls', { title: 'Where to?', type, options: ['Sea', 'Hills', 'City'], ...draft });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  const keys = keysOf(page);
  await stateOf(page, 'open');
  await way(keys, page);
  await keys.press(button(page, 'Vote'), 'Enter');
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toMatchObject([vote]);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('ASKWELL-POLL');
  await close(page);
});
