import fc from 'fast-check';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { contrastsOf, paintedContrastOf } from '../support/browser/contrast.js';
import { soakFactor } from '../support/soak-factor.js';
import { createDashboardFixture, type DashboardFixture } from './dashboard-fixture.js';
import { createHostedFixture, type HostedFixture, hostedViews, openHosted } from './hosted-fixture.js';
import { views } from './views/index.js';
import { openView } from './views/view.js';

let browser: Browser;
let hosted: HostedFixture;
let dashboard: DashboardFixture;
beforeAll(async () => {
  browser = await launchChromium();
  [hosted, dashboard] = await Promise.all([createHostedFixture(), createDashboardFixture()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([hosted.close(), dashboard.close()]);
});

const colorSchemes = ['light', 'dark'] as const;
const options = { javaScriptEnabled: true, bypassCSP: true, reducedMotion: 'reduce' } as const;

/** Opens a hosted page without the widget, which would replace its form. */
async function openPage(name: string): Promise<Page> {
  const view = hostedViews.find((candidate) => candidate.name === name);
  if (!view) throw new Error(`Unknown view "${name}".`);
  const { page } = await openHosted(browser, hosted, view, options, (opened) =>
    opened.route('**/widget.js', (route) => route.abort()),
  );
  return page;
}

async function openDashboard(name: string): Promise<Page> {
  const view = views.find((candidate) => candidate.name === name);
  if (!view) throw new Error(`Unknown view "${name}".`);
  const { page } = await openView(browser, dashboard, view, options);
  return page;
}

/** The pages, and the elements with the accent color: elements with text, and borders. */
const pages = [
  {
    name: 'a rating',
    async open() {
      const page = await openPage('rating');
      await page.getByRole('group', { name: 'Content' }).getByLabel('4').check();
      return page;
    },
    texts: '.button.primary, .steps .choice:has(:checked), .made a, .share > summary',
    borders: '.steps .choice:has(:checked), .button.primary',
  },
  {
    name: 'a choice',
    async open() {
      const page = await openPage('single');
      await page.getByLabel('By the lake').check();
      return page;
    },
    texts: '.button.primary, .choice:has(:checked) .choice-label',
    borders: '.choice:has(:checked)',
  },
  { name: 'results', open: () => openPage('multiple'), texts: '.more > summary, .badge, .bars .share', borders: '' },
  { name: 'a dashboard form', open: () => openDashboard('register'), texts: 'a, .button', borders: '.button.primary' },
  { name: 'an empty list', open: () => openDashboard('keys-empty'), texts: 'a, .button', borders: '.button.primary' },
];

/** Returns the elements with too little contrast, in light and dark. */
async function unreadable(page: Page, texts: string, borders: string): Promise<unknown[]> {
  const found: unknown[] = [];
  const add = async (colorScheme: string, elements: Locator, part: 'text' | 'border', least: number) => {
    const measured = await contrastsOf(elements);
    found.push(...measured.filter((one) => one[part] < least).map((one) => ({ colorScheme, part, ...one })));
  };
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await add(colorScheme, page.locator(texts), 'text', 4.5);
    if (borders) await add(colorScheme, page.locator(borders), 'border', 3);
  }
  return found;
}

describe.each(pages)('the accent color of $name', ({ open, texts, borders }) => {
  test('is readable, whatever it is', async () => {
    const page = await open();
    expect(await page.locator(texts).count()).toBeGreaterThan(0);
    expect(await unreadable(page, texts, borders)).toEqual([]);
    const main = page.locator('.button.primary').first();
    // Then it has another color.
    if ((await main.count()) > 0) await main.hover();
    const channel = fc.integer({ min: 0, max: 255 });
    const anyColor = fc.tuple(channel, channel, channel).map((channels) => `rgb(${channels.join(' ')})`);
    /** Sets the accent as the style sheet of a design does. */
    const setAccent = async (color: string) => {
      const used = await page.locator('html').evaluate((root, accent) => {
        root.style.setProperty('--askwell-accent', accent);
        return root.ownerDocument.defaultView?.getComputedStyle(root).getPropertyValue('--accent');
      }, color);
      expect(used).toBe(color);
    };
    await fc.assert(
      fc.asyncProperty(anyColor, async (accent) => {
        await setAccent(accent);
        expect(await unreadable(page, texts, borders), accent).toEqual([]);
      }),
      {
        numRuns: 12 * soakFactor,
        examples: ['#0d6e69', '#ffd400', '#000', '#fff', '#777', '#00f', '#f00', '#0f0'].map((color) => [color]),
      },
    );
    await page.context().close();
  });
});

describe('in forced colors', () => {
  test.each(colorSchemes)('the main button and chosen values differ visibly from others, %s', async (colorScheme) => {
    for (const { open, name } of pages.slice(0, 2)) {
      const page = await open();
      // A design does not change the colors of the system.
      await page.locator('html').evaluate((root) => root.style.setProperty('--askwell-accent', '#ffd400'));
      await page.emulateMedia({ colorScheme, forcedColors: 'active' });
      for (const element of await page.locator('.button.primary, .steps .choice:has(:checked)').all()) {
        const [contrast] = await contrastsOf(element);
        expect(contrast?.fill, name).toBeGreaterThan(3);
        expect(await paintedContrastOf(element), name).toBeGreaterThan(4.5);
      }
      const [other] = await contrastsOf(page.locator('.choice:not(:has(:checked))').first());
      expect(other?.fill).toBe(1);
      await page.context().close();
    }
  });

  test.each(colorSchemes)('the main button of the dashboard differs visibly from others, %s', async (colorScheme) => {
    const page = await openDashboard('keys-empty');
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    const main = page.locator('.button.primary').first();
    const [contrast] = await contrastsOf(main);
    expect(contrast?.fill).toBeGreaterThan(3);
    expect(await paintedContrastOf(main)).toBeGreaterThan(4.5);
    await page.context().close();
  });
});

test('printed results have their figures, and dark text', async () => {
  const page = await openPage('ranked-thanks');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const figures = page.locator('.bars .share');
  expect(await figures.count()).toBeGreaterThan(3);
  for (const figure of await figures.all()) expect(await figure.isVisible()).toBe(true);
  expect(await page.locator('.foot .share').isVisible()).toBe(false);
  const color = await page
    .locator('html')
    .evaluate((root) => root.ownerDocument.defaultView?.getComputedStyle(root).colorScheme);
  expect(color).toBe('light');
  await page.context().close();
});
