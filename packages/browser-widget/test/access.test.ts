import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyField } from './support/asks.js';
import { showFace } from './support/face.js';
import { faces } from './support/faces.js';
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

const all = Object.entries(faces).flatMap(([state, some]) => some.map((face) => ({ state, face })));
const dark = '<style>@media (prefers-color-scheme: dark) { body { background: #16130f; color: #eee } }</style>';

test.each([
  ['from left to right', 'en'],
  ['from right to left', 'ar'],
])('axe finds nothing in any face, %s, light and dark, wide and narrow', async (_direction, lang) => {
  const page = await open('', { page: { lang, head: dark }, reducedMotion: 'reduce' });
  for (const { state, face } of all) await showFace(page, state, face);
  const shown = await page
    .locator('[data-face]')
    .evaluateAll((faces) => faces.map((face) => face.getAttribute('state')));
  expect(shown).toEqual(all.map(({ state }) => state));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await complaints(page), `${colorScheme}, ${width} pixels`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
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
