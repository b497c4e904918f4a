import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { beyond, faults } from '../../server-lib/test/browser/faults.js';
import { blank, close, createAsk, open, servers, stateOf } from './support/browser.js';
import { picturePath } from './support/pages.js';

const image_url = servers.site + picturePath(300, 500);
const options = ['Lake', 'A long walk in the mountains', 'City', 'Sea'].map((label) => ({ label, image_url }));
const asks = {
  single: () => createAsk('polls', { options, other: true }),
  multiple: () => createAsk('polls', { type: 'multiple', options }),
  quiz: () => createAsk('quizzes', { questions: [{ type: 'single', prompt: 'Where?', options, answer: 'o1' }] }),
};

/** Shows an ask in the widget with a width. The images wait for `images`. */
async function inWidget(id: string, width: number, images: Images, more: BrowserContextOptions = {}): Promise<Page> {
  const kind = id.split('_')[0];
  const shown = await open('', { viewport: { width, height: 900 }, ...more, page: { head: noMargin } });
  await shown.route(/width=300/, images);
  await shown.evaluate(
    (html) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html),
    `<askwell-${kind} ${kind}-id="${id}" layout="list"></askwell-${kind}>`,
  );
  await stateOf(shown, 'open');
  return shown;
}

/** Shows the hosted page of an ask, without its script. */
async function onPage(id: string, width: number, images: Images, more: BrowserContextOptions = {}): Promise<Page> {
  const page = await blank({ viewport: { width, height: 900 }, ...more });
  await page.route(/width=300/, images);
  await page.route('**/widget.js', (route) => route.abort());
  await page.goto(`${servers.askwell}/p/${id}`, { waitUntil: 'domcontentloaded' });
  return page;
}

type Images = (route: Route) => unknown;
const noMargin = '<style>body { margin: 0 }</style>';
const load: Images = (route) => route.continue();

const surfaces = [
  { surface: 'the widget', show: inWidget, cards: '.pictures .option:has(img)', columns: { 320: 2, 720: 4 } },
  { surface: 'the hosted page', show: onPage, cards: '.pictures .choice:has(img)', columns: { 320: 2, 768: 3 } },
];
const cases = surfaces.flatMap((surface) => Object.entries(asks).map(([name, make]) => ({ ...surface, name, make })));

const boxesOf = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

test.each(cases)('pictures of $name in $surface are cards in columns', async ({ make, show, cards, columns }) => {
  const id = await make();
  for (const [width, count] of Object.entries(columns)) {
    const page = await show(id, Number(width), load);
    await page.locator(cards).nth(3).waitFor();
    const boxes = await boxesOf(page.locator(cards));
    expect(boxes.filter(({ y }) => y === boxes[0]?.y).length, width).toBe(count);
    for (const box of boxes) expect(box.width).toBeGreaterThanOrEqual(140);
    const [image, label] = await Promise.all([
      page.locator(cards).first().locator('img').boundingBox(),
      page.locator(cards).first().getByText('Lake').boundingBox(),
    ]);
    expect((image?.y ?? 0) + (image?.height ?? 0)).toBeLessThanOrEqual(label?.y ?? 0);
    expect((image?.width ?? 0) / (image?.height ?? 1)).toBeCloseTo(4 / 3, 1);
    expect(await beyond(page)).toBe(0);
    await close(page);
  }
});

test.each(surfaces)('nothing in $surface moves when the pictures are loaded', async ({ show, cards }) => {
  const id = await asks.single();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const page = await show(id, 768, async (route) => {
    await released;
    await route.continue();
  });
  const everything = page.locator(`${cards}, .primary`);
  await everything.nth(4).waitFor();
  const before = await boxesOf(everything);
  release();
  const areLoaded = () =>
    page
      .locator('.pictures img')
      .evaluateAll((all) => all.every((one) => one instanceof HTMLImageElement && one.naturalWidth > 0));
  await expect.poll(areLoaded).toBe(true);
  expect(await boxesOf(everything)).toEqual(before);
  await close(page);
});

test.each(surfaces)('a card in $surface can be chosen if its picture is missing', async ({ show }) => {
  const id = await asks.multiple();
  const page = await show(id, 320, (route) => route.abort());
  const boxes = page.getByRole('checkbox');
  await boxes.nth(3).waitFor();
  await page.getByText('City').click();
  expect(await boxes.nth(2).isChecked()).toBe(true);
  expect(await beyond(page)).toBe(0);
  await close(page);
});

test.each(surfaces)('the chosen card in $surface has another border', async ({ show, cards }) => {
  const id = await asks.single();
  for (const forcedColors of ['none', 'active'] as const) {
    const page = await show(id, 768, load, { forcedColors });
    const card = page.locator(cards).first();
    const border = () => card.evaluate((one) => getComputedStyle(one).borderColor);
    const before = await border();
    await page.getByRole('radio', { name: 'Lake' }).check();
    expect(await border()).not.toBe(before);
    expect(await card.getByRole('radio').isVisible()).toBe(true);
    await close(page);
  }
});

test.each(surfaces)('axe finds no problem in the pictures in $surface', async ({ show }) => {
  const id = await asks.single();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await show(id, 320, load, { colorScheme, reducedMotion: 'reduce', bypassCSP: true });
    await page.getByRole('radio', { name: 'Lake' }).check();
    expect(await faults(page), colorScheme).toEqual([]);
    await close(page);
  }
});

test('options are a list if one of them has no image', async () => {
  const id = await createAsk('polls', { options: [...options, 'Home'] });
  for (const { show } of surfaces) {
    const page = await show(id, 768, load);
    await page.getByRole('radio').nth(4).waitFor();
    expect(await page.locator('.pictures').count()).toBe(0);
    await close(page);
  }
});
