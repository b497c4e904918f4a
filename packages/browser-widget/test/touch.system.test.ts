import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyField, everyQuestion } from './support/asks.js';
import { answersTo, close, createAsk, discard, open, stateOf } from './support/browser.js';

/** A narrow phone without a mouse. */
const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drag {
  /** The distance in pixels. */
  readonly down: number;
  /** Called while the touch rests, before it moves. */
  readonly rest?: () => Promise<unknown>;
}

/** Drags by touch. */
async function drag(page: Page, handle: Locator, { down, rest }: Drag): Promise<void> {
  await handle.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await handle.boundingBox()) ?? {};
  const start = { x: x + width / 2, y: y + height / 2 };
  const session = await page.context().newCDPSession(page);
  // A pause before the end of the touch, because browsers treat a touch right after a swipe as a part of it.
  let timestamp = Date.now() / 1_000 - 2;
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) => {
    timestamp += type === 'touchEnd' ? 1 : 0.05;
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [], timestamp });
  };
  await touch('touchStart', start);
  await rest?.();
  for (let step = 1; step <= 8; step++) await touch('touchMove', { x: start.x, y: start.y + (down * step) / 8 });
  await touch('touchEnd');
  await session.detach();
}

test('a ranked poll is answered by dragging, with a mouse and by touch', async () => {
  const id = await createAsk('polls', { type: 'ranked', one_per: null, options: ['Sea', 'Hills', 'City'] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`, { hasTouch: true });
  await stateOf(page, 'open');
  for (const name of ['Sea', 'Hills', 'City']) await page.getByRole('button', { name, exact: true }).tap();
  const badge = (name: string) => page.locator('.grip', { hasText: name }).locator('.badge');
  await badge('City').hover();
  await page.mouse.down();
  const { x = 0, y = 0 } = (await badge('Sea').boundingBox()) ?? {};
  await page.mouse.move(x, y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => page.locator('.grip').allInnerTexts()).toEqual(['1\nCity', '2\nSea', '3\nHills']);
  await drag(page, badge('City'), { down: 150 });
  await expect.poll(() => page.locator('.grip').allInnerTexts()).toEqual(['1\nSea', '2\nHills', '3\nCity']);
  await page.getByRole('button', { name: 'Vote' }).tap();
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toMatchObject([{ choices: ['o1', 'o2', 'o3'] }]);
  await close(page);
});

test('a form with lists, matrices and rankings is filled in by touch', async () => {
  const fields = everyField.filter(({ type }) => !['page', 'short_text', 'email', 'hidden'].includes(type));
  const id = await createAsk('forms', { fields: fields.filter((field) => field.label !== 'Why green?') });
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`, phone);
  const tap = async (group: string, option: string) =>
    page.getByRole('group', { name: group }).locator('.option', { hasText: option }).last().tap();
  await stateOf(page, 'open');
  await tap('Pick one', 'Green');
  await tap('Pick some', 'Ash');
  await tap('Pick some', 'Oak');
  for (const name of ['Sea', 'Hills', 'City']) await page.getByRole('button', { name, exact: true }).tap();
  await drag(page, page.locator('.grip', { hasText: 'Sea' }).locator('.badge'), { down: 150 });
  await tap('Rate us', '4');
  await tap('Would you recommend us?', '10');
  await tap('Room', 'Good');
  await tap('Food', 'Bad');
  await page.getByText('I agree to the terms').tap();
  await page.getByRole('button', { name: 'Send' }).tap();
  await stateOf(page, 'answered');
  expect((await answersTo('forms', id))[0]?.['answers']).toEqual({
    pick: 'o2',
    some: ['o1', 'o2'],
    rank: ['o2', 'o3', 'o1'],
    rate: 4,
    nps: 10,
    how: { r1: 'o2', r2: 'o1' },
    agree: true,
  });
  await close(page);
});

test('a quiz with ordering and matching is answered by touch', async () => {
  const id = await createAsk('quizzes', { questions: everyQuestion.slice(5), reveal: 'answers' });
  const page = await open(`<askwell-quiz quiz-id="${id}"></askwell-quiz>`, phone);
  await page.getByText('Question 1 of 2').waitFor();
  // Moves each to the end, the first one first, because they are shown in random order.
  for (const label of ['Moon', 'Earth', 'Sun']) {
    await drag(page, page.locator('.grip', { hasText: label }).locator('.badge'), { down: 250 });
  }
  await page.getByRole('button', { name: 'Next' }).tap();
  // The open list of a select element belongs to the operating system.
  await page.getByLabel('Cat').selectOption('Meow');
  await page.getByLabel('Dog').selectOption('Woof');
  await page.getByRole('button', { name: 'Submit answers' }).tap();
  await page.getByText('2 of 2 points').waitFor();
  await close(page);
});

/** Opens a poll with many rows and stops the timers of the page. */
async function openLongRanking(): Promise<Page> {
  const options = Array.from({ length: 20 }, (_, at) => `Place ${at + 1}`);
  const id = await createAsk('polls', { type: 'ranked', options });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`, phone);
  await page.locator('.grip').nth(4).waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

test('swiping over a list scrolls the page and drags nothing', async () => {
  const page = await openLongRanking();
  const before = await page.locator('.grip').allInnerTexts();
  await drag(page, page.locator('.grip').nth(4).locator('.text'), { down: -200 });
  await page.waitForFunction(() => scrollY > 0);
  await page.clock.runFor(1_000);
  expect(await page.locator('.held').count()).toBe(0);
  expect(await page.locator('.grip').allInnerTexts()).toEqual(before);
  await discard(page);
});

test.each(['.text', ''])(
  'after a short press a row is dragged anywhere, and the page does not scroll: "%s"',
  async (part) => {
    const page = await openLongRanking();
    const row = page.locator('.grip', { hasText: 'Place 5' }).first();
    const topOf = async (at: number) => (await page.locator('.grip').nth(at).boundingBox())?.y ?? 0;
    const distance = (await topOf(2)) - (await topOf(4));
    await drag(page, part ? row.locator(part) : row, {
      down: distance - 4,
      async rest() {
        await page.clock.runFor(200);
        expect(await page.locator('.held').count()).toBe(0);
        await page.clock.runFor(100);
        expect(await page.locator('.held').count()).toBe(1);
      },
    });
    const rows = (await page.locator('.grip').allInnerTexts()).slice(0, 5).map((text) => text.trim());
    expect(rows).toEqual(['Place 1', 'Place 2', 'Place 5', 'Place 3', 'Place 4']);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.locator('.held').count()).toBe(0);
    await discard(page);
  },
);

test('a mouse drags a row at once, by its text', async () => {
  const id = await createAsk('polls', { type: 'ranked', options: ['Sea', 'Hills', 'City'] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  const row = (name: string) => page.locator('.grip', { hasText: name });
  await row('Sea').click();
  await row('Hills').click();
  await row('Hills').locator('.text').hover();
  await page.mouse.down();
  const { x = 0, y = 0 } = (await row('Sea').boundingBox()) ?? {};
  await page.mouse.move(x + 60, y + 2, { steps: 8 });
  await page.mouse.up();
  expect(await page.locator('.grip').allInnerTexts()).toEqual(['1\nHills', '2\nSea', 'City']);
  await close(page);
});
