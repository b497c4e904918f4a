import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { blank, close, createAsk, servers } from './support/browser.js';
import { type Piece, piecesOf } from './support/page-pieces.js';

const options = ['Soup of the day', 'Salad with bread', 'Something from the bakery'];
const two = [
  { id: 'a', label: 'Portugal' },
  { id: 'b', label: 'France' },
];

const everyInput = {
  description: 'Two minutes.',
  fields: [
    { type: 'heading', label: 'About you', help: 'Only we read this.' },
    { type: 'short_text', label: 'Name', required: true, help: 'As we should call you.' },
    ...(['email', 'url', 'phone', 'number', 'date', 'time', 'long_text'] as const).map((type) => ({
      type,
      label: `A field for ${type}`,
    })),
    { type: 'heading', label: 'Your visit' },
    { type: 'single_choice', label: 'How did you come?', options, required: true },
    { type: 'single_choice', label: 'How did you leave?', options },
    { type: 'multiple_choice', label: 'What did you use?', options, max_choices: 2 },
    { type: 'dropdown', label: 'Which country?', options },
    { type: 'rating', label: 'How was it?' },
    { type: 'scale', label: 'Would you recommend us?' },
    { type: 'matrix', label: 'Rate each', rows: ['Food', 'Staff'], options: ['Good', 'Fair', 'Poor'] },
    { type: 'consent', label: 'You may send me news.', required: true },
  ],
};
const look = { accent: '#0a7d5a', font: 'serif', radius: 16, density: 'spacious' };

/** Asks with one page, without inputs that work in another way with scripts: rankings, and write-ins next to checkboxes. */
const asks: Readonly<Record<string, () => Promise<string>>> = {
  'single choice': () => createAsk('polls', { title: 'Lunch?', description: 'At noon.', options, other: true }),
  'multiple choice': () => createAsk('polls', { type: 'multiple', max_choices: 2, options }),
  rating: () => createAsk('polls', { type: 'rating', options, scale: { min: 1, max: 10 } }),
  'rating with a design': () =>
    createAsk('polls', {
      type: 'rating',
      options,
      scale: { min: 1, max: 10 },
      design: { accent: '#ffd400', font: 'mono', radius: 0, density: 'compact' },
    }),
  quiz: () =>
    createAsk('quizzes', {
      questions: [
        { type: 'match', prompt: 'Which?', options: two, targets: ['Lisbon', 'Paris'], answer: { a: 't1', b: 't2' } },
      ],
    }),
  form: () => createAsk('forms', everyInput),
  'form with a design': () => createAsk('forms', { ...everyInput, design: look }),
};

/** @param slowdown By how much the processor is slowed down, so that the page is painted while it arrives. */
async function openPage(id: string, settings: BrowserContextOptions, slowdown = 1): Promise<Page> {
  const page = await blank({ reducedMotion: 'reduce', ...settings });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${servers.askwell}/p/${id}`);
  if (settings.javaScriptEnabled !== false) await page.locator('[state=open]').waitFor();
  return page;
}

async function piecesAt(id: string, settings: BrowserContextOptions): Promise<Piece[]> {
  const page = await openPage(id, settings);
  const pieces = await page.evaluate(piecesOf);
  await close(page);
  return pieces;
}

/** The sum of the layout shifts since the page was opened. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // A shift is known once its frame is painted.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords().map((entry) => ('value' in entry ? Number(entry.value) : 0));
    return shifts.reduce((sum, value) => sum + value, 0);
  });
}

describe.each(Object.entries(asks))('when the script takes over the page of a %s', (_name, create) => {
  // Colors do not depend on the width.
  test.each([
    [320, 'light'],
    [768, 'dark'],
    [1280, 'light'],
  ] as const)('no element moves or changes its color, %s px wide and %s', async (width, colorScheme) => {
    const id = await create();
    const settings = { viewport: { width, height: 900 }, colorScheme };
    const before = await piecesAt(id, { ...settings, javaScriptEnabled: false });
    expect(before.length).toBeGreaterThan(3);
    expect(await piecesAt(id, settings)).toEqual(before);
  });

  test('the layout shifts by less than a twentieth', async () => {
    const page = await openPage(await create(), { viewport: { width: 768, height: 900 } }, 6);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
    await close(page);
  });
});
