import { expect, test } from 'vitest';
import { close, createAsk, open, servers, stateOf } from './support/browser.js';
import { picturePath } from './support/pages.js';

test('at the maximum no further row is ranked or moved, and the reason is shown', async () => {
  const options = ['Sea', 'Hills', 'City', 'Lake'];
  const id = await createAsk('polls', { type: 'ranked', options, max_choices: 2 });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  const rows = () => page.locator('.grip').allInnerTexts();
  const row = (name: string) => page.locator('.grip', { hasText: name });
  await row('Hills').click();
  await row('City').click();
  const ranked = ['1\nHills', '2\nCity', 'Sea', 'Lake'];
  expect(await rows()).toEqual(ranked);
  const reason = page.getByRole('status').getByText('At most 2. Lake: not ranked');
  const isShown = async () => ((await reason.boundingBox())?.height ?? 0) > 10;
  for (const attempt of [
    () => row('Lake').click(),
    () => page.getByRole('button', { name: 'Move up: Lake' }).click(),
    () => row('Lake').press('ArrowUp'),
    () => row('Lake').dragTo(row('Hills')),
  ]) {
    await attempt();
    await reason.waitFor();
    expect(await isShown()).toBe(true);
    expect(await rows()).toEqual(ranked);
    // The reason disappears after the next change.
    await row('City').press('ArrowUp');
    expect(await reason.count()).toBe(0);
    await row('City').press('ArrowDown');
  }
  await row('Hills').click();
  await row('Lake').click();
  expect(await rows()).toEqual(['1\nCity', '2\nLake', 'Hills', 'Sea']);
  await close(page);
});

test('more initial values than the maximum leave the other rows in their order', async () => {
  const field = {
    id: 'best',
    type: 'ranking',
    label: 'Best',
    options: ['Sea', 'Hills', 'City', 'Lake'],
    max_choices: 2,
  };
  const id = await createAsk('forms', { fields: [field] });
  const page = await open(`<askwell-form form-id="${id}" prefill="best=o4&best=o2&best=o3"></askwell-form>`);
  await stateOf(page, 'open');
  expect(await page.locator('.grip').allInnerTexts()).toEqual(['1\nLake', '2\nHills', 'Sea', 'City']);
  await close(page);
});

test.each([
  ['ranked poll', 'polls', (options: object[]) => ({ type: 'ranked', options })],
  [
    'question with an order',
    'quizzes',
    (options: object[]) => ({
      questions: [{ type: 'order', prompt: 'By size?', options, answer: ['o1', 'o2', 'o3'] }],
    }),
  ],
] as const)('the options of a %s keep their images, next to labels that fit', async (_name, plural, draftOf) => {
  const image_url = servers.site + picturePath(800, 600);
  const options = ['Sea', 'Lake Constance', 'Mountains in winter'].map((label) => ({ label, image_url }));
  const id = await createAsk(plural, draftOf(options));
  const kind = plural === 'polls' ? 'poll' : 'quiz';
  for (const width of [240, 320, 720]) {
    const page = await open(`<askwell-${kind} ${kind}-id="${id}"></askwell-${kind}>`, {
      viewport: { width, height: 900 },
      page: { head: '<style>body { margin: 0 }</style>' },
    });
    await expect.poll(() => page.locator('.grip img').count()).toBe(3);
    await expect
      .poll(() =>
        page.locator('.grip img').evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.naturalWidth)),
      )
      .toBe(true);
    const sizes = await page
      .locator('.grip img')
      .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]));
    for (const [wide, high] of sizes) {
      expect(high, String(width)).toBe(40);
      expect(wide, String(width)).toBeGreaterThan(30);
      expect(wide, String(width)).toBeLessThanOrEqual(40);
    }
    const outside = await page
      .locator('.option')
      .evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.textContent));
    expect(outside, String(width)).toEqual([]);
    // The browser would drag the image instead of the row.
    const dragged = page.locator('.grip', { hasText: 'Lake Constance' });
    await dragged.locator('img').dragTo(page.locator('.grip').first(), {
      targetPosition: { x: 5, y: 2 },
      // A row moves by one place at each event, and the first order of a question is random.
      steps: 10,
    });
    await expect.poll(() => page.locator('.grip .text').first().innerText()).toBe('Lake Constance');
    await close(page);
  }
});
