import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { openWindow } from './dashboard-fixture.js';
import { createResultsFixture, type ResultsFixture, sampleIds } from './results-fixture.js';

let browser: Browser;
let fixture: ResultsFixture;
let context: BrowserContext | undefined;
beforeAll(async () => {
  browser = await launchChromium();
  fixture = await createResultsFixture();
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser.close();
  await fixture.server.close();
});

const board = `poll_${sampleIds.board}`;

/** Opens a page whose timers the test controls. */
async function openPage(path: string): Promise<Page> {
  context = await openWindow(browser, fixture.server, fixture.owner, { reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(fixture.server.url + path);
  return page;
}

const votes = async (page: Page) => Number.parseInt((await page.locator('.total').innerText()) || '', 10);

test('the presentation follows new answers', async () => {
  const page = await openPage(`/dashboard/asks/${board}/results/present`);
  const before = await votes(page);
  expect(await page.locator('.live-words').isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'Reload' }).isVisible()).toBe(false);
  await fixture.server.askwell.polls.vote(board, { choices: ['o1'] });
  await page.clock.fastForward(5_000);
  await expect.poll(() => votes(page)).toBe(before + 1);
  await fixture.server.askwell.polls.vote(board, { choices: ['o1'] });
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000);
      return votes(page);
    })
    .toBe(before + 2);
});

test('an update keeps open details and the focus', async () => {
  const page = await openPage(`/dashboard/asks/${board}/results`);
  const before = await votes(page);
  const round = page.locator('.round').first();
  await round.locator('summary').click();
  await page.getByText('Show as table').focus();
  await fixture.server.askwell.polls.vote(board, { choices: ['o2'] });
  await page.clock.fastForward(5_000);
  await expect.poll(() => votes(page)).toBe(before + 1);
  expect(await round.evaluate((element) => element.hasAttribute('open'))).toBe(true);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Show as table');
  expect(await page.getByRole('button', { name: 'Copy as PNG' }).isVisible()).toBe(true);
});

test('a chart is copied as a PNG image', async () => {
  const page = await openPage(`/dashboard/asks/${board}/results`);
  await context?.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as PNG' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const size = await page.evaluate(`navigator.clipboard.read()
    .then(([item]) => item.getType('image/png')).then(createImageBitmap)
    .then(({ width, height }) => [width, height > 400])`);
  expect(size).toEqual([1_920, true]);
});

test('Escape leaves the presentation, and F shows it on the whole screen', async () => {
  const page = await openPage(`/dashboard/asks/${board}/results/present`);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate('document.fullscreenElement')).toBe(null);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/dashboard/asks/${board}/results`);
});

test('each slide of a presentation fits the window, and keys and links lead to the others', async () => {
  const page = await openPage(`/dashboard/asks/form_${sampleIds.form}/results/present`);
  const top = (slide: number) =>
    page.locator(`#slide-${slide}`).evaluate((element) => element.getBoundingClientRect().top);
  for (const [width, height] of [
    [1_440, 900],
    [1_024, 600],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const heights = page.locator('.slide').evaluateAll((slides) => slides.map((slide) => slide.clientHeight));
    expect(await heights).toEqual(Array.from({ length: 5 }, () => height));
  }
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageDown');
  await expect.poll(() => top(3)).toBe(0);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => top(2)).toBe(0);
  await page.locator('#slide-2').getByRole('link', { name: 'Next' }).click();
  await expect.poll(() => top(3)).toBe(0);
  await page.keyboard.press('End');
  await expect.poll(() => top(5)).toBe(0);
});

test('on a phone, the buttons of the results stand side by side, and a presentation is readable', async () => {
  const path = `/dashboard/asks/poll_${sampleIds.lunch}/results`;
  const page = await openPage(path);
  await page.setViewportSize({ width: 360, height: 740 });
  const parts = page.locator('.ask-head :is(h1, .ask-facts, .page-buttons a, summary)');
  const boxes = await parts.evaluateAll((all) =>
    all
      .map((part) => part.getBoundingClientRect())
      .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
  );
  const overlapping = boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => [a, b]),
  );
  expect(boxes.length).toBe(5);
  expect(overlapping).toEqual([]);
  expect(boxes.every(({ left, right }) => left >= 0 && right <= 360)).toBe(true);
  await page.goto(`${fixture.server.url}${path}/present`);
  const sizes = await page.evaluate<number[]>(
    '[...document.querySelectorAll(".slide .bars > li")].map((bar) => Number.parseFloat(getComputedStyle(bar).fontSize))',
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13);
});

test('the results page works without JavaScript', async () => {
  context = await openWindow(browser, fixture.server, fixture.owner, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${fixture.server.url}/dashboard/asks/${board}/results`);
  expect(await page.getByRole('link', { name: 'Reload' }).isVisible()).toBe(true);
  expect(await page.locator('.live-words').isVisible()).toBe(false);
  await page.getByText('Filter and compare').click();
  await page.getByLabel('Only answers with').selectOption('o3');
  await page.getByRole('button', { name: 'Apply' }).click();
  expect(await page.locator('.result-stats').innerText()).toMatch(/\d+ of \d+/);
});

test.each([360, 1_024])('the labels of the ends of a scale are at its ends at %i pixels', async (width) => {
  const page = await openPage(`/dashboard/asks/form_${sampleIds.form}/results`);
  await page.setViewportSize({ width, height: 900 });
  const ends = page.locator('.ends', { hasText: 'Love it' });
  const row = (await ends.boundingBox()) ?? expect.unreachable('The labels are not shown.');
  const boxOf = async (label: string) => (await ends.getByText(label).boundingBox()) ?? expect.unreachable(label);
  const [min, max] = [await boxOf('Never again'), await boxOf('Love it')];
  expect(min.x).toBeCloseTo(row.x, 0);
  expect(max.x + max.width).toBeCloseTo(row.x + row.width, 0);
  expect(max.x).toBeGreaterThan(min.x + min.width);
});
