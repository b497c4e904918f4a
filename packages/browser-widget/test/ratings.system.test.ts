import type { RatingStyle } from '@askwell/server/contract';
import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faults } from '../../server-lib/test/browser/faults.js';
import { answersTo, blank, close, createAsk, open, sendAnswer, servers, stateOf } from './support/browser.js';
import { keysOf } from './support/keys.js';

const labels = { min: 'Bad', max: 'Great' };
const rating = (label: string, members: object) => ({ type: 'rating', label, required: true, ...members });
const head = `<style>@media (prefers-color-scheme: dark) { body { background: #16130f; color: #eee } }</style>`;

/** Opens a form in the widget. */
async function widget(id: string, { lang = 'en', ...options }: Parameters<typeof open>[1] & { lang?: string } = {}) {
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`, { page: { lang, head }, ...options });
  await stateOf(page, 'open');
  return page;
}

/** Opens the hosted page of a poll or form without its script. */
async function hosted(id: string, options: Parameters<typeof blank>[0] = {}): Promise<Page> {
  const page = await blank({ bypassCSP: true, ...options });
  await page.route('**/widget.js', (route) => route.abort());
  await page.goto(`${servers.askwell}/p/${id}`);
  return page;
}

const surfaces = [
  { name: 'the widget', show: widget },
  { name: 'the hosted page', show: hosted },
] as const;

/** Returns how many steps of a row are filled. The filled ones come first. */
async function filledIn(group: Locator): Promise<number> {
  const fills = await group
    .locator('label:has(input:not([value=""])) > span')
    .evaluateAll((all) =>
      all.map((one) => getComputedStyle(one.querySelector('[aria-hidden]') ?? one).webkitTextFillColor),
    );
  const empty = fills.findIndex((fill) => /^rgba.*, 0\)$/.test(fill));
  expect(fills.slice(empty < 0 ? fills.length : empty).every((fill) => fill === fills.at(-1))).toBe(true);
  return empty < 0 ? fills.length : empty;
}

/** Returns the number of steps in each line of each group. */
const linesOf = (page: Page) =>
  page.locator('fieldset').evaluateAll((groups) =>
    groups.map((group) => {
      const tops = [...group.querySelectorAll('label:has(input)')].map((one) => one.getBoundingClientRect().top);
      return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length).join('+');
    }),
  );

const scales = {
  numbers: fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 1, max: 14 })).map(([min, more]) => ({
    min,
    max: min + more,
  })),
  stars: fc.integer({ min: 2, max: 10 }).map((max) => ({ min: 1, max })),
  hearts: fc.integer({ min: 2, max: 10 }).map((max) => ({ min: 1, max })),
  emoji: fc.integer({ min: 3, max: 5 }).map((max) => ({ min: 1, max })),
} satisfies Record<RatingStyle, fc.Arbitrary<object>>;
const anyLabel = fc.option(fc.constantFrom('Bad', 'not at all likely', 'سيئ', '100 %', 'A – B'));
const anyLabels = fc.option(fc.record({ min: anyLabel, max: anyLabel }));
const anyRating = fc
  .constantFrom<RatingStyle>('numbers', 'stars', 'hearts', 'emoji')
  .chain((style) => fc.record({ style: fc.constant(style), scale: scales[style], labels: anyLabels }));

test('every scale, style and label has the same accessible names in the widget and on the hosted page', async () => {
  const namesIn = async (page: Page, frame: string) => {
    const snapshot = await page.locator(frame).ariaSnapshot();
    return [...snapshot.matchAll(/- (group|radio) (".*?")(?=:|$| \[)/gm)].map(([, role, name]) => `${role} ${name}`);
  };
  const endsIn = (page: Page) => page.locator('.ends').evaluateAll((all) => all.map((one) => one.textContent));
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRating, { minLength: 6, maxLength: 12 }),
      fc.constantFrom('en', 'ar', 'de', 'ja'),
      async (ratings, locale) => {
        const fields = [
          ...ratings.map((members, at) => rating(`Question ${at}`, members)),
          { type: 'scale', label: 'Likely?', required: true, labels: ratings[0]?.labels },
        ];
        const id = await createAsk('forms', { fields, locale });
        const [inWidget, onPage] = await Promise.all([widget(id), hosted(id)]);
        const names = await namesIn(onPage, 'form');
        expect(await namesIn(inWidget, 'askwell-form')).toEqual(names);
        expect(names.length).toBeGreaterThan(11);
        expect(await endsIn(inWidget)).toEqual(await endsIn(onPage));
        await Promise.all([close(inWidget), close(onPage)]);
      },
    ),
    { numRuns: 8 },
  );
});

describe.each(surfaces)('$name', ({ show }) => {
  test('fills the symbols up to the one chosen by keyboard, also in forced colors', async () => {
    const fields = [rating('Stars', { style: 'stars', labels }), rating('Hearts', { style: 'hearts' })];
    const page = await show(await createAsk('forms', { fields }));
    const keys = keysOf(page);
    const [stars, hearts] = ['Stars', 'Hearts'].map((name) => page.getByRole('group', { name })) as [Locator, Locator];
    expect([await filledIn(stars), await filledIn(hearts)]).toEqual([0, 0]);
    await keys.choose(stars, '3 of 5');
    expect([await filledIn(stars), await filledIn(hearts)]).toEqual([3, 0]);
    await keys.choose(hearts, '5 of 5');
    await page.keyboard.press('ArrowLeft');
    expect([await filledIn(stars), await filledIn(hearts)]).toEqual([3, 4]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect([await filledIn(stars), await filledIn(hearts)]).toEqual([3, 4]);
    await close(page);
  });

  test.each(['emoji', 'stars', 'hearts', 'numbers'] as const)(
    'has end labels that are smaller than the question, below %s',
    async (style) => {
      const page = await show(await createAsk('forms', { fields: [rating('How was it?', { style, labels })] }));
      const sizeOf = (locator: Locator) => locator.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
      const question = await sizeOf(page.getByText('How was it?'));
      for (const label of ['Bad', 'Great']) {
        expect(await sizeOf(page.locator('.ends').getByText(label))).toBeLessThan(question);
      }
      await close(page);
    },
  );

  test('shows up to which symbol a visitor points', async () => {
    const page = await show(await createAsk('forms', { fields: [rating('Stars', { style: 'stars' })] }));
    const group = page.getByRole('group', { name: 'Stars' });
    await group.locator('label').nth(1).hover();
    expect(await filledIn(group)).toBe(2);
    await group.getByRole('radio', { name: '4 of 5' }).press('Space');
    expect(await filledIn(group)).toBe(4);
    await close(page);
  });

  test('has lines of equal length that fit into narrow pages', async () => {
    const fields = [
      ...[5, 6, 7, 10].map((max) => rating(`To ${max}`, { scale: { min: 1, max }, labels })),
      rating('Hearts', { style: 'hearts', scale: { min: 1, max: 10 } }),
      rating('Faces', {
        style: 'emoji',
        scale: { min: 1, max: 4 },
        labels: { min: 'x'.repeat(100), max: 'y'.repeat(100) },
      }),
      {
        type: 'scale',
        label: 'Likely?',
        required: true,
        labels: { min: 'Not at all likely', max: 'Extremely likely' },
      },
    ];
    const page = await show(await createAsk('forms', { fields }));
    const lines: Record<number, string[]> = {};
    for (const width of [768, 320, 304, 256]) {
      await page.setViewportSize({ width, height: 800 });
      lines[width] = await linesOf(page);
      const inner = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(inner[0], `${width} pixels`).toBe(inner[1]);
      const small = await page
        .locator('label:has([type=radio])')
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).filter((box) => box.width < 44 || box.height < 44),
        );
      expect(small, `${width} pixels`).toEqual([]);
    }
    expect(lines[768]).toEqual(['5', '6', '7', '10', '10', '4', '11']);
    expect(lines[320]).toEqual(['5', '6', '4+3', '5+5', '5+5', '4', '6+5']);
    // The page has space around the widget.
    if (show === widget) expect(lines[256]).toEqual(['5', '3+3', '4+3', '5+5', '5+5', '4', '4+4+3']);
    await close(page);
  });

  test('runs from right to left in Arabic, with the labels below the ends', async () => {
    const id = await createAsk('forms', { locale: 'ar', fields: [rating('نجوم', { style: 'stars', labels })] });
    const page = await show(id, { lang: 'ar' });
    const group = page.getByRole('group', { name: 'نجوم' });
    const names = await group.getByRole('radio').evaluateAll((all) => all.length);
    expect(names).toBe(5);
    const boxes = await group.locator('label').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect(boxes).toEqual([...boxes].sort((a, b) => b - a));
    const ends = await group.locator('.ends bdi').evaluateAll((all) => {
      const row = all[0]?.closest('.ends')?.getBoundingClientRect();
      const [start, end] = all.map((one) => one.getBoundingClientRect());
      return [Math.abs((start?.right ?? 0) - (row?.right ?? 9)), Math.abs((end?.left ?? 0) - (row?.left ?? 9))];
    });
    expect(ends.every((distance) => distance < 1)).toBe(true);
    await close(page);
  });

  test('has no accessibility problem in light and dark', async () => {
    const fields = [
      rating('Numbers', { labels }),
      rating('Stars', { style: 'stars', labels, required: false }),
      rating('Hearts', { style: 'hearts', scale: { min: 1, max: 10 } }),
      rating('Faces', { style: 'emoji', labels }),
      rating('Long', { scale: { min: 1, max: 30 }, labels }),
    ];
    const id = await createAsk('forms', { fields });
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await show(id, { colorScheme, reducedMotion: 'reduce' });
      for (const group of await page.locator('fieldset').all()) await group.getByRole('radio').nth(1).press('Space');
      expect(await faults(page), colorScheme).toEqual([]);
      await close(page);
    }
  });

  test('has the labels below the results', async () => {
    const fields = [rating('Stars', { style: 'stars', labels }), { type: 'scale', label: 'Likely?', labels }];
    const id = await createAsk('forms', { fields, results_visibility: 'always' });
    for (const at of [1, 2, 3, 4, 5]) await sendAnswer('forms', id, { answers: { f1: at, f2: at } });
    const page = await show(id);
    const results = page.getByText('Results', { exact: true }).or(page.getByRole('button', { name: 'Show results' }));
    await results.first().click();
    await page.locator('.columns').nth(1).waitFor();
    const ends = page.locator('.results .ends');
    expect(await ends.allInnerTexts()).toEqual([0, 1].map(() => expect.stringMatching(/^Bad\s+Great$/)));
    const gaps = await page.locator('.results .scroll').evaluateAll((all) =>
      all.map((one) => {
        const [columns, ends] = [...one.children].map((child) => child.getBoundingClientRect());
        return Math.abs((columns?.right ?? 0) - (ends?.right ?? 9));
      }),
    );
    expect(gaps.every((gap) => gap < 1)).toBe(true);
    await close(page);
  });
});

test('a poll with stars is answered with the labels in place of the hint', async () => {
  const id = await createAsk('polls', { type: 'rating', style: 'stars', labels, options: ['Soup', 'Salad'] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await stateOf(page, 'open');
  expect(await page.getByText('Rate from').count()).toBe(0);
  await page.getByRole('group', { name: 'Soup' }).getByRole('radio', { name: '5 of 5 – Great' }).press('Space');
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  expect(await answersTo('polls', id)).toMatchObject([{ ratings: { o1: 5 } }]);
  expect(await page.locator('.results .ends').innerText()).toMatch(/^Bad\s+Great$/);
  await close(page);
});
