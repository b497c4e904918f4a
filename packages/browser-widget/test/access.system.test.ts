import { expect, test } from 'vitest';
import { everyField } from './support/asks.js';
import { complaints, darkPage } from './support/axe.js';
import { close, createAsk, open } from './support/browser.js';
import { showState } from './support/element-state.js';
import { elementStates } from './support/element-states.js';

const all = Object.entries(elementStates).flatMap(([state, some]) => some.map((element) => ({ state, element })));

/** Directions, and the rules by which pages are checked in each color scheme. Colors are the same in both directions. */
const directions = [
  {
    direction: 'from left to right, in light and dark',
    lang: 'en',
    checks: [
      ['light', 'all'],
      ['dark', 'colors'],
    ],
  },
  { direction: 'from right to left', lang: 'ar', checks: [['light', 'structure']] },
] as const;

test.each(directions)(
  'axe finds no problem in any state, $direction, on wide and narrow pages',
  // Many elements, each checked several times.
  { timeout: 180_000 },
  async ({ lang, checks }) => {
    const page = await open('', { page: { lang, head: darkPage }, reducedMotion: 'reduce' });
    for (const { state, element } of all) await showState(page, state, element);
    const shown = await page
      .locator('[data-state-case]')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('state')));
    expect(shown).toEqual(all.map(({ state }) => state));
    for (const [colorScheme, rules] of checks) {
      await page.emulateMedia({ colorScheme });
      for (const width of [768, 320]) {
        await page.setViewportSize({ width, height: 640 });
        expect(await complaints(page, rules), `${colorScheme}, ${width} pixels`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await close(page);
  },
);

test('touch targets are large enough', async () => {
  const [ranked, form] = await Promise.all([
    createAsk('polls', { type: 'ranked', options: ['Sea', 'Hills'] }),
    createAsk('forms', { fields: everyField.filter(({ type }) => type !== 'page') }),
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
  await close(page);
});
