import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { beyond, faults } from '../../server-lib/test/browser/faults.js';
import { answersTo, blank, close, createAsk, open, servers, stateOf } from './support/browser.js';
import { keysOf } from './support/keys.js';

const listOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);
const columns = [
  'Very satisfied',
  'Satisfied',
  'Neither satisfied nor dissatisfied',
  'Dissatisfied',
  'Very poor',
] as const;
const narrow = { id: 'narrow', type: 'matrix', label: 'How was it?', rows: ['Room', 'Food'], options: columns };
const wide = { ...narrow, id: 'wide', label: 'Which month?', options: listOf('Month', 20) };

/** Shows a form in the widget with a width. */
async function inWidget(id: string, width: number, options: BrowserContextOptions = {}): Promise<Page> {
  const viewport = { width: Math.max(320, width + 40), height: 900 };
  const page = await open(`<div style="width: ${width}px"><askwell-form form-id="${id}"></askwell-form></div>`, {
    viewport,
    ...options,
  });
  await stateOf(page, 'open');
  return page;
}

/** Shows the hosted page of a form, without its script, in a window with a width. */
async function onPage(id: string, width: number, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await blank({ viewport: { width, height: 900 }, ...options });
  await page.route('**/widget.js', (route) => route.abort());
  await page.goto(`${servers.askwell}/p/${id}`);
  return page;
}

const surfaces = [
  { surface: 'the widget', show: inWidget, tables: '.matrix', widths: [240, 320, 559, 560, 561, 720] },
  { surface: 'the hosted page', show: onPage, tables: '.matrix-rows', widths: [240, 320, 559, 561, 768, 1280] },
];

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? expect.unreachable('It is not visible.');
const matrix = (page: Page, name: string) => page.getByRole('group', { name }).first();
const row = (page: Page, name: string, label: string) =>
  matrix(page, name).getByRole('group', { name: label, exact: true });

test.each(surfaces)('a matrix in $surface is a table from 560 px, and lists of choices below', async (surface) => {
  const id = await createAsk('forms', { fields: [narrow, wide] });
  for (const width of surface.widths) {
    const page = await surface.show(id, width);
    const place = await boxOf(page.locator(surface.tables).first());
    const [first, second, label] = await Promise.all([
      boxOf(row(page, 'How was it?', 'Room').getByRole('radio', { name: columns[0], exact: true })),
      boxOf(row(page, 'How was it?', 'Room').getByRole('radio', { name: columns[1], exact: true })),
      boxOf(row(page, 'How was it?', 'Room').locator('legend')),
    ]);
    const isTable = Math.abs(first.y - second.y) < 1;
    expect(isTable, `${width}: ${place.width}`).toBe(place.width >= 560);
    expect(label.x + label.width <= first.x, String(width)).toBe(isTable);
    // The heads of the columns.
    expect(await page.getByText('Month 20', { exact: true }).first().isVisible()).toBe(isTable);
    expect(await beyond(page), String(width)).toBe(0);
    await close(page);
  }
});

test.each(surfaces)('labels of rows and columns stay visible while a matrix in $surface scrolls', async (surface) => {
  const id = await createAsk('forms', { fields: [{ ...wide, rows: listOf('Row', 50) }] });
  for (const locale of ['en', 'ar']) {
    const page = await surface.show(id, 768);
    // As in a page in Arabic. The server has no locale for this form.
    await page.locator('[dir]').evaluateAll(
      (all, dir) => {
        for (const one of all) if (one.matches('html, .root')) one.setAttribute('dir', dir);
      },
      locale === 'ar' ? 'rtl' : 'ltr',
    );
    const table = page.locator(surface.tables);
    const last = row(page, 'Which month?', 'Row 50').getByRole('radio', { name: 'Month 20' });
    await last.focus();
    const [place, radio, label] = await Promise.all([
      boxOf(table),
      boxOf(last),
      boxOf(row(page, 'Which month?', 'Row 50').locator('legend')),
    ]);
    expect(await table.evaluate(({ scrollLeft }) => Math.abs(scrollLeft))).toBeGreaterThan(500);
    expect(label.x).toBeGreaterThanOrEqual(place.x - 1);
    expect(label.x + label.width).toBeLessThanOrEqual(place.x + place.width + 1);
    expect(locale === 'ar' ? radio.x + radio.width <= label.x : radio.x >= label.x + label.width).toBe(true);
    const head = await boxOf(page.getByText('Month 20', { exact: true }).first());
    expect(head.y).toBeGreaterThanOrEqual(place.y - 1);
    expect(head.y + head.height).toBeLessThanOrEqual(radio.y);
    expect(Math.abs(head.x + head.width / 2 - (radio.x + radio.width / 2))).toBeLessThan(8);
    expect(await beyond(page)).toBe(0);
    await close(page);
  }
});

test.each(surfaces)('a matrix in $surface is scrolled and answered by keyboard', async ({ show, tables }) => {
  const id = await createAsk('forms', { fields: [{ ...wide, required: true }] });
  const page = await show(id, 768);
  const keys = keysOf(page);
  const table = page.locator(tables);
  await keys.press(table, 'ArrowRight');
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  for (const label of ['Room', 'Food']) await keys.choose(row(page, 'Which month?', label), 'Month 3');
  await keys.press(page.locator('.primary'), 'Enter');
  await expect
    .poll(async () => (await answersTo('forms', id)).map(({ answers }) => answers))
    .toEqual([{ wide: { r1: 'o3', r2: 'o3' } }]);
  await close(page);
});

test('rows of a required matrix without an answer are marked, and the first one gets the focus', async () => {
  const id = await createAsk('forms', { fields: [{ ...narrow, rows: ['Room', 'Food', 'Staff'], required: true }] });
  for (const width of [320, 720]) {
    const page = await inWidget(id, width);
    await row(page, 'How was it?', 'Room').getByRole('radio', { name: 'Satisfied', exact: true }).check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Answer every row.').waitFor();
    const marks = await page
      .locator('.matrix legend')
      .evaluateAll((all) => all.map((label) => getComputedStyle(label, '::before').content));
    expect(marks).toEqual(['none', '"⚠ "', '"⚠ "']);
    const focused = matrix(page, 'How was it?').getByRole('group', { name: 'Food' }).getByRole('radio').first();
    expect(await focused.evaluate((radio) => radio.matches(':focus'))).toBe(true);
    await close(page);
  }
});

test.each(surfaces)('axe finds no problem in a matrix in $surface', async ({ show }) => {
  const id = await createAsk('forms', { title: 'Matrices', fields: [narrow, wide] });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 768]) {
      const page = await show(id, width, { colorScheme, reducedMotion: 'reduce', bypassCSP: true });
      await row(page, 'How was it?', 'Room').getByRole('radio', { name: columns[0], exact: true }).press('Space');
      expect(await faults(page), `${colorScheme}, ${width}`).toEqual([]);
      await close(page);
    }
  }
});

test.each(surfaces)('the chosen radio of a matrix in $surface is visible in forced colors', async ({ show }) => {
  const id = await createAsk('forms', { fields: [narrow] });
  for (const width of [320, 768]) {
    const page = await show(id, width, { forcedColors: 'active' });
    const radio = row(page, 'How was it?', 'Room').getByRole('radio', { name: columns[0], exact: true });
    const before = await radio.screenshot();
    await radio.check();
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    expect((await radio.screenshot()).equals(before)).toBe(false);
    await close(page);
  }
});
