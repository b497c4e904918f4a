import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyField, everyQuestion } from './support/asks.js';
import { answersTo, leave, make, open, stateOf } from './support/scene.js';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds on a page, and every control that fingers would miss. */
async function complaints(page: Page): Promise<unknown[]> {
  await page.addScriptTag({ path: axe });
  const { violations }: { violations: Found[] } = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations.map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  ]);
}

const looks = [
  { name: 'light', options: {} },
  { name: 'dark', options: { page: { head: '<style>body{background:#16130f;color:#eee}</style>' } } },
  { name: 'in Arabic', options: { page: { lang: 'ar' } } },
  { name: 'narrow', options: { viewport: { width: 320, height: 640 } } },
] as const;

test.each(looks)('axe finds nothing in any state, $name', async ({ options }) => {
  const [single, ranked, rating, quiz, form, closed] = await Promise.all([
    make('polls', { title: 'Lunch?', options: ['Soup', 'Salad'], other: true }),
    make('polls', { title: 'Where to?', type: 'ranked', options: ['Sea', 'Hills', 'City'] }),
    make('polls', { title: 'How was it?', type: 'rating', options: ['Food', 'Music'] }),
    make('quizzes', { title: 'Quiz', questions: everyQuestion, reveal: 'answers', results_visibility: 'after_answer' }),
    make('forms', {
      title: 'Form',
      fields: everyField.filter(({ type }) => type !== 'page'),
      results_visibility: 'after_answer',
    }),
    make('polls', { title: 'Over', options: ['Soup', 'Salad'], status: 'closed', results_visibility: 'always' }),
  ]);
  const elements = [
    ...[single, ranked, rating, closed, 'poll_00000000000000000000'].map(
      (id) => `<askwell-poll poll-id="${id}"></askwell-poll>`,
    ),
    `<askwell-quiz quiz-id="${quiz}" layout="list"></askwell-quiz><askwell-form form-id="${form}" prefill="nights=9"></askwell-form>`,
  ];
  const page = await open(elements.join(''), options);
  await page.locator('[state=open]').nth(4).waitFor();
  expect(await complaints(page)).toEqual([]);

  for (const kind of ['askwell-poll', 'askwell-form'])
    await page.locator(`${kind}[state=open] .primary`).first().click();
  await page.locator('.error:not(:empty)').first().waitFor();
  expect(await complaints(page)).toEqual([]);

  await page.locator('askwell-poll').nth(0).getByRole('radio').first().check();
  await page.locator('askwell-poll').nth(1).locator('.grip').first().click();
  await page.locator('askwell-poll').nth(2).getByRole('radio').first().check({ force: true });
  const form0 = page.locator('askwell-form');
  await form0.locator('input[type=text], input[type=short_text]').first().fill('Kim');
  await form0.locator('input[type=email]').fill('kim@example.com');
  await form0.locator('input[type=number]').fill('3');
  await form0.locator('[type=checkbox]').last().check();
  for (const at of [0, 1, 2]) await page.locator('askwell-poll').nth(at).locator('.primary').click();
  await form0.locator('.primary').click();
  await page.locator('askwell-quiz .primary').click();
  await page.locator('[state=answered]').nth(4).waitFor();
  expect(await complaints(page)).toEqual([]);
  await leave(page);
});

test('a ranked poll is voted in by keyboard alone', async () => {
  const id = await make('polls', { type: 'ranked', options: ['Sea', 'Hills', 'City'] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await stateOf(page, 'open');
  const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Sea');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Hills');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('1Hills');
  expect(await page.getByRole('button', { name: '1 Hills' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByText('Hills: place 1 of 3').waitFor({ state: 'attached' });
  for (let presses = 0; presses < 9; presses++) {
    await page.keyboard.press('Tab');
    if ((await focused()) === 'Vote') break;
  }
  await page.keyboard.press('Enter');
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toMatchObject([{ choices: ['o2', 'o1'] }]);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('ASKWELL-POLL');
  await leave(page);
});

test('a ranked poll is voted in by dragging, with a mouse and with a finger', async () => {
  const id = await make('polls', { type: 'ranked', one_per: null, options: ['Sea', 'Hills', 'City'] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`, { hasTouch: true });
  await stateOf(page, 'open');
  for (const name of ['Sea', 'Hills', 'City']) await page.getByRole('button', { name, exact: true }).tap();
  const middle = async (name: string) => {
    const box = await page
      .getByRole('button', { name: new RegExp(`^\\d ${name}`) })
      .locator('.badge')
      .boundingBox();
    return { x: (box?.x ?? 0) + 14, y: (box?.y ?? 0) + 14 };
  };
  const [from, to] = [await middle('City'), await middle('Sea')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 10, { steps: 8 });
  await page.mouse.up();
  expect(await page.locator('.grip').allInnerTexts()).toEqual(['1\nCity', '2\nSea', '3\nHills']);

  const session = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  };
  const [start, end] = [await middle('City'), await middle('Hills')];
  await touch('touchStart', start);
  for (let step = 1; step <= 8; step++) {
    await touch('touchMove', { x: start.x, y: start.y + ((end.y + 10 - start.y) * step) / 8 });
  }
  await touch('touchEnd');
  expect(await page.locator('.grip').allInnerTexts()).toEqual(['1\nSea', '2\nHills', '3\nCity']);
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toMatchObject([{ choices: ['o1', 'o2', 'o3'] }]);
  await leave(page);
});

test('whatever can be pressed is large enough for a finger', async () => {
  const [ranked, form] = await Promise.all([
    make('polls', { type: 'ranked', options: ['Sea', 'Hills'] }),
    make('forms', { fields: everyField.filter(({ type }) => type !== 'page') }),
  ]);
  const page = await open(
    `<askwell-poll poll-id="${ranked}"></askwell-poll><askwell-form form-id="${form}"></askwell-form>`,
    { viewport: { width: 320, height: 640 } },
  );
  await page.locator('[state=open]').nth(1).waitFor();
  const boxes = await page
    .locator('button, .input:not([hidden]), .option')
    .evaluateAll((all) =>
      all
        .map((one) => ({ name: one.textContent, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44)),
    );
  expect(boxes).toEqual([]);
  await leave(page);
});
