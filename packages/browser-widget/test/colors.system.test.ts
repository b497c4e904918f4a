import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contrastsOf, paintedContrastOf } from '../../server-lib/test/support/browser/contrast.js';
import { soakFactor } from '../../server-lib/test/support/soak-factor.js';
import { close, open } from './support/browser.js';
import { choose, poll, showState } from './support/element-state.js';

const head = `<style>
  body { background: #faf7f2; color: #222 }
  @media (prefers-color-scheme: dark) { body { background: #1b1a18; color: #eee } }
</style>`;
type ColorScheme = 'light' | 'dark';
const colorSchemes: readonly ColorScheme[] = ['light', 'dark'];
/** The elements with text that are painted with the accent color. */
const painted = '.primary, .inline .option:has(:checked), .ranked .badge';
/** The elements whose border has the accent color. */
const chosen = '.primary, .option:has(:checked), .ranked .badge';

let page: Page;
beforeAll(async () => {
  page = await open('', { page: { head }, reducedMotion: 'reduce' });
  for (const type of ['single', 'rating']) {
    await showState(page, 'open', { name: type, make: () => poll({ type }), act: choose });
  }
  const rank = (element: Locator) => element.locator('.grip').first().click();
  await showState(page, 'open', { name: 'ranked', make: () => poll({ type: 'ranked' }), act: rank });
  expect(await page.locator(painted).count()).toBe(5);
  expect(await page.locator(chosen).count()).toBe(6);
});
afterAll(() => close(page));

/** Sets a custom property of the page. */
function setProperty(name: string, value: string): Promise<void> {
  return page.evaluate(
    ([property = '', color = '']) => document.documentElement.style.setProperty(property, color),
    [name, value],
  );
}

/** Sets a value of the design of all elements, as they do. */
function setDesign(name: string, value: string): Promise<void> {
  return page.locator('.root').evaluateAll(
    (roots, [property = '', color = '']) => {
      for (const root of roots) if (root instanceof HTMLElement) root.style.setProperty(property, color);
    },
    [`--design-${name}`, value],
  );
}

/** Sets the color scheme, and waits until the elements have followed it. */
async function setColorScheme(colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`.root[style*="color-scheme: ${colorScheme}"]`).nth(2).waitFor();
}

/** Returns the elements with too little contrast, in light and dark. */
async function unreadable(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const colorScheme of colorSchemes) {
    await setColorScheme(colorScheme);
    const [texts, borders] = await Promise.all([painted, chosen].map((found) => contrastsOf(page.locator(found))));
    found.push(...(texts ?? []).filter(({ text }) => text < 4.5).map((bad) => ({ colorScheme, ...bad })));
    found.push(...(borders ?? []).filter(({ border }) => border < 4.5).map((bad) => ({ colorScheme, ...bad })));
  }
  return found;
}

describe('an accent color', () => {
  afterEach(() =>
    Promise.all([
      ...['accent', 'accent-ink'].map((name) => setProperty(`--askwell-${name}`, '')),
      setDesign('accent', ''),
    ]),
  );

  test('that is not set has enough contrast', async () => {
    expect(await unreadable()).toEqual([]);
  });

  test.each([
    ['of the page', (color: string) => setProperty('--askwell-accent', color)],
    ['of a design', (color: string) => setDesign('accent', color)],
  ])(
    '%s has readable text on it, and borders that can be seen',
    { timeout: 60_000 * soakFactor },
    async (_of, setAccent) => {
      const channel = fc.integer({ min: 0, max: 255 });
      const anyColor = fc.tuple(channel, channel, channel).map((channels) => `rgb(${channels.join(' ')})`);
      await fc.assert(
        fc.asyncProperty(anyColor, async (accent) => {
          await setAccent(accent);
          expect(await unreadable(), accent).toEqual([]);
        }),
        {
          numRuns: 16 * soakFactor,
          // The color in the README, and colors at the limits.
          examples: ['#0d6e69', '#ffd400', '#000', '#fff', '#777', '#00f', '#f00', '#0f0'].map((color) => [color]),
        },
      );
    },
  );

  test('has text of the color that the page sets', async () => {
    await setProperty('--askwell-accent', '#ffd400');
    await setProperty('--askwell-accent-ink', 'rgb(1, 2, 3)');
    const colors = await page
      .locator(painted)
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).color));
    expect(new Set(colors)).toEqual(new Set(['rgb(1, 2, 3)']));
  });
});

test('chosen, focused and invalid inputs have different hues and signs', async () => {
  const sendEmpty = (element: Locator) => element.locator('.primary').press('Enter');
  const wrong = await showState(page, 'open', { name: 'wrong', make: () => poll({}), act: sendEmpty });
  const error = wrong.locator('.error');
  const hueOf = (element: Locator, property: 'color' | 'borderTopColor' | 'outlineColor') =>
    element.evaluate((shown, name) => {
      shown.style.setProperty('--color', getComputedStyle(shown)[name]);
      shown.style.setProperty('text-emphasis-color', 'oklch(from var(--color) 0.5 c h)');
      const [, , chroma, hue] = /oklch\((\S+) (\S+) (\S+)\)/.exec(getComputedStyle(shown).textEmphasisColor) ?? [];
      return { chroma: Number(chroma), hue: Number(hue) };
    }, property);
  for (const colorScheme of colorSchemes) {
    await setColorScheme(colorScheme);
    const chosenOption = page.locator('.option:has(:checked)').first();
    const [chosenHue, errorHue] = await Promise.all([hueOf(chosenOption, 'borderTopColor'), hueOf(error, 'color')]);
    expect(Math.abs(chosenHue.hue - errorHue.hue)).toBeGreaterThan(30);
    const focused = wrong.locator('.option:has(:focus-visible)');
    expect((await hueOf(focused, 'outlineColor')).chroma).toBeLessThan(0.01);
    const [ring] = await contrastsOf(focused);
    expect(ring?.outline).toBeGreaterThan(4.5);
  }
  expect(await error.evaluate((shown) => getComputedStyle(shown, '::before').content)).toContain('⚠');
  await wrong.evaluate((shown) => shown.remove());
});

describe('in forced colors', () => {
  afterEach(() => page.emulateMedia({ forcedColors: 'none' }));

  test.each(colorSchemes)('chosen options differ visibly from other options, %s', async (colorScheme) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await setColorScheme(colorScheme);
    const shown = page.locator(painted);
    expect((await contrastsOf(shown)).filter(({ text, fill }) => text < 4.5 || fill < 3)).toEqual([]);
    for (const element of await shown.all()) expect(await paintedContrastOf(element)).toBeGreaterThan(4.5);
    const [none] = await contrastsOf(page.locator('.inline .option:not(:has(:checked))').first());
    expect(none?.fill).toBe(1);
  });
});

// The last test, since all elements share the sheet.
test('the default accent is readable in browsers without relative colors', async () => {
  const removed = await page
    .locator('askwell-poll')
    .first()
    .evaluate(({ shadowRoot }) => {
      const rules = [...(shadowRoot?.adoptedStyleSheets ?? [])].flatMap(({ cssRules }) => [...cssRules]);
      return rules.filter((rule) => {
        if (!(rule instanceof CSSStyleRule)) return false;
        const at = [...rule.cssRules].findIndex((nested) => nested instanceof CSSSupportsRule);
        if (at >= 0) rule.deleteRule(at);
        return at >= 0;
      }).length;
    });
  expect(removed).toBe(1);
  expect(await unreadable()).toEqual([]);
});
