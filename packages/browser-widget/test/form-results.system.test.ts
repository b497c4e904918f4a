import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyAnswer, everyFieldType } from '../../server-lib/test/support/asks/sample-fields.js';
import { blank, close, createAsk, open, sendAnswer, sendAsOwner, servers, stateOf } from './support/browser.js';
import { sendAccepted } from './support/element-state.js';
import { picturePath } from './support/pages.js';

const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
const image_url = servers.site + picturePath(80, 60);

/** Shows the results of a closed ask in the widget. */
async function inWidget(id: string, width: number): Promise<Page> {
  const kind = id.split('_')[0];
  const page = await open(`<askwell-${kind} ${kind}-id="${id}"></askwell-${kind}>`, {
    viewport: { width, height: 900 },
    page: { head: '<style>body { margin: 0 }</style>' },
  });
  await page.locator('.results').waitFor();
  return page;
}

/** Shows the results of a closed ask on its hosted page, without the script. */
async function onPage(id: string, width: number): Promise<Page> {
  const page = await blank({ viewport: { width, height: 900 }, javaScriptEnabled: false });
  await page.goto(`${servers.askwell}/p/${id}`);
  return page;
}

const surfaces = [
  { surface: 'the widget', show: inWidget, label: '.result > .text', figure: '.result > .figure' },
  { surface: 'the hosted page', show: onPage, label: '.bar-label', figure: '.bars .share' },
];
const closed = { one_per: null, results_visibility: 'always' };

async function closeAsk(plural: 'polls' | 'forms', id: string): Promise<void> {
  await sendAsOwner('PATCH', `/${plural}/${id}`, { status: 'closed' });
}

test.each(surfaces)('the results of a form with every field are under 2,000 px in $surface', async ({ show }) => {
  const id = await createAsk('forms', { fields: everyFieldType, ...closed });
  for (let answers = 0; answers < 20; answers++) await sendAccepted('forms', id, { answers: everyAnswer });
  await closeAsk('forms', id);
  const page = await show(id, 768);
  const { height = 0 } = (await page.locator('.results').boundingBox()) ?? {};
  expect(height).toBeGreaterThan(500);
  expect(height).toBeLessThan(2_000);
  await close(page);
});

test.each(surfaces)('the figure is below a label that is too long for its row in $surface', async (surface) => {
  const options = ['Ja', `${word} und ${word}`];
  const id = await createAsk('polls', { options, locale: 'de', ...closed });
  await sendAccepted('polls', id, { choices: ['o1'] });
  await closeAsk('polls', id);
  for (const width of [240, 320, 768]) {
    const page = await surface.show(id, width);
    const boxes = async (selector: string) =>
      Promise.all(
        (await page.locator(selector).all()).map(
          async (one) => (await one.boundingBox()) ?? expect.unreachable(selector),
        ),
      );
    const [labels, figures] = [await boxes(surface.label), await boxes(surface.figure)];
    const [short, long] = labels;
    expect(figures[0]?.y, String(width)).toBeLessThan((short?.y ?? 0) + (short?.height ?? 0));
    expect(figures[1]?.y, String(width)).toBeGreaterThanOrEqual((long?.y ?? 0) + (long?.height ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await close(page);
  }
});

test.each(surfaces)(
  'results keep the images of the options, in place before they are loaded, in $surface',
  async ({ show }) => {
    const options = ['Lake', 'Sea'].map((label) => ({ label, image_url }));
    const id = await createAsk('polls', { options, ...closed });
    await sendAccepted('polls', id, { choices: ['o1'] });
    await closeAsk('polls', id);
    const page = await show(id, 320);
    const images = page.locator('.results img');
    expect(await images.count()).toBe(2);
    const { width, height } = (await images.first().boundingBox()) ?? expect.unreachable('There is no image.');
    expect([width, height]).toEqual([64, 64]);
    await close(page);
  },
);

const numbers = [
  { type: 'number', label: 'Nights', min: 0, max: 11, step: 1 },
  { type: 'number', label: 'Hours', min: 0, max: 119, step: 1 },
  { type: 'number', label: 'Income', min: 0, max: 12_000_000, step: 1 },
  { type: 'rating', label: 'Rate us', scale: { min: 1, max: 100 }, labels: { min: 'Never again', max: 'Love it' } },
  { type: 'scale', label: 'How easy was it?', labels: { min: 'Very hard', max: 'Very easy' } },
];

test.each(surfaces)('the values of histograms do not overlap or stick out in $surface', async ({ show }) => {
  const id = await createAsk('forms', { fields: numbers, ...closed });
  for (let n = 0; n < 12; n++) {
    const answers = { f1: n, f2: n * 10, f3: n * 1_000_000, f4: 1 + n * 9, f5: n % 11 };
    await sendAccepted('forms', id, { answers });
  }
  await closeAsk('forms', id);
  for (const width of [280, 320, 400, 560, 768]) {
    const page = await show(id, width);
    const charts = await page.locator('.columns, .compact').evaluateAll((all) =>
      all.map((chart) => {
        const right = chart.parentElement?.getBoundingClientRect().right ?? 0;
        const boxes = [
          ...chart.querySelectorAll('.help, .column-label, .text, .bar-label, .figure, .column-figure, .share'),
        ]
          .filter((one) => one.textContent)
          .map((one) => one.getBoundingClientRect());
        const overlaps = boxes.filter((box, at) =>
          boxes.some(
            (other, place) =>
              place !== at &&
              box.left < other.right - 0.5 &&
              other.left < box.right - 0.5 &&
              box.top < other.bottom - 0.5 &&
              other.top < box.bottom - 0.5,
          ),
        );
        return {
          labels: boxes.length,
          overlaps: overlaps.length,
          out: boxes.filter((box) => box.right > right + 0.5).length,
        };
      }),
    );
    expect(
      charts.map(({ overlaps, out }) => ({ overlaps, out })),
      String(width),
    ).toEqual(numbers.map(() => ({ overlaps: 0, out: 0 })));
    expect(Math.min(...charts.map(({ labels }) => labels))).toBeGreaterThan(10);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
    await close(page);
  }
});

test.each(surfaces)('labels are at the start of their row in $surface, from right to left too', async (surface) => {
  const id = await createAsk('polls', { options: ['شاي', 'قهوة'], locale: 'ar', ...closed });
  await sendAccepted('polls', id, { choices: ['o1'] });
  await closeAsk('polls', id);
  const page = await surface.show(id, 360);
  const distances = await page.locator(`${surface.label} bdi`).evaluateAll((all) =>
    all.map((one) => {
      const row = one.closest('li')?.getBoundingClientRect();
      return Math.round((row?.right ?? 0) - one.getBoundingClientRect().right);
    }),
  );
  expect(distances).toEqual([0, 0]);
  await close(page);
});

test('results by votes are sorted again while others vote, and each option keeps its bar and the focus stays', async () => {
  const options = ['Soup', 'Salad', 'Bread'];
  const id = await createAsk('polls', { options, results_order: 'votes', results_visibility: 'always', one_per: null });
  await sendAccepted('polls', id, { choices: ['o1'] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await stateOf(page, 'open');
  await page.getByRole('button', { name: 'Show results' }).click();
  const labels = page.locator('.result > .text');
  await expect.poll(() => labels.allInnerTexts()).toEqual(['Soup', 'Salad', 'Bread']);
  const bread = await page.locator('.result', { hasText: 'Bread' }).elementHandle();
  const back = page.getByRole('button', { name: 'Back' });
  await back.focus();
  // The bars grow when they appear: a change at that time starts no transition.
  await bread?.evaluate((one) => Promise.all(one.getAnimations({ subtree: true }).map(({ finished }) => finished)));
  await bread?.evaluate((one) =>
    one.addEventListener('transitionrun', () => one.setAttribute('data-grew', ''), { once: true }),
  );
  for (let votes = 0; votes < 2; votes++) await sendAnswer('polls', id, { choices: ['o3'] });
  await expect.poll(() => labels.allInnerTexts()).toEqual(['Bread', 'Soup', 'Salad']);
  await expect.poll(() => bread?.getAttribute('data-grew')).toBe('');
  expect(await bread?.evaluate((one) => one.isConnected && one.textContent?.startsWith('Bread'))).toBe(true);
  expect(await back.evaluate((one) => one.matches(':focus'))).toBe(true);
  await close(page);
});

test.each(surfaces)('bars in $surface do not move if the visitor prefers reduced motion', async ({ show }) => {
  const id = await createAsk('polls', { options: ['Soup', 'Salad'], ...closed });
  await sendAccepted('polls', id, { choices: ['o1'] });
  await closeAsk('polls', id);
  const page = await show(id, 768);
  const fill = page.locator('.results .fill, .results .bar-fill').first();
  const motion = () =>
    fill.evaluate((one) => [getComputedStyle(one).animationName, getComputedStyle(one).animationDuration]);
  expect(await motion()).toEqual(['grow', '0.3s']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect((await motion())[0]).toBe('none');
  await close(page);
});
