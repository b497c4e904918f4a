import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { contrastOf } from '../../src/dashboard/design/colors.js';
import { inkOn, tintOn } from '../../src/dashboard/design/contrast.js';
import { defaultAccents } from '../../src/dashboard/design/presets.js';
import { launchChromium } from '../support/browser/chromium.js';
import { contrastsOf } from '../support/browser/contrast.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { openWindow } from './dashboard-fixture.js';

let browser: Browser;
let server: SocketServer;
let owner: Owner;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  owner = await createOwner(server.services);
  context = await openWindow(browser, server, owner, {
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  page = await context.newPage();
});
afterEach(() => context.close());

const account = () => owner.session.account;
const widget = () => page.locator('askwell-poll');
const canvas = () => page.locator('[data-canvas]');
const result = (id: string) => page.locator(`[data-check="${id}"] [data-result]`);
const styleOf = (element: Locator, property: string) =>
  element.evaluate(
    (shown, name) => shown.ownerDocument.defaultView?.getComputedStyle(shown).getPropertyValue(name),
    property,
  );

async function openPoll(tab: string): Promise<string> {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], status: 'draft' as const };
  const { id } = await server.askwell.polls.create(account(), draft);
  await page.goto(`${server.url}/dashboard/asks/${id}/${tab}`);
  await page.locator('askwell-poll[state=open]').waitFor();
  return id;
}

test('a design is shown at once, with its contrast, and saved', async () => {
  const id = await openPoll('design');
  const stored = async () => (await server.askwell.polls.get(account(), id)).design;
  const button = widget().getByRole('button', { name: 'Vote' });
  await page.getByRole('radio', { name: 'Yellow' }).check();
  expect(await page.locator('[data-contrast-summary]').textContent()).toContain('Buttons have black text');
  expect(await result('shape-light').textContent()).toMatch(/^Hard to see \(1\.5:1\)\. Askwell darkens it to /);
  await expect.poll(() => styleOf(button, 'background-color')).toBe('rgb(250, 204, 21)');
  // The page shows the colors that the widget paints. Once the design is saved, the preview starts again without an answer.
  const border = async () => {
    await widget().getByRole('radio', { name: 'Soup' }).check();
    return (await contrastsOf(widget().locator('.option:has(:checked)')))[0]?.border;
  };
  await expect.poll(border).toBeCloseTo(contrastOf(tintOn('light', '#facc15'), '#ffffff'), 0);

  const other = page.getByLabel('Other color', { exact: true });
  expect(await other.isVisible()).toBe(false);
  await page.getByRole('radio', { name: 'Other' }).first().check();
  await other.fill('#123456');
  expect(await page.getByRole('radio', { name: 'Other' }).first().isChecked()).toBe(true);
  expect(await page.getByLabel('Pick another color').inputValue()).toBe('#123456');
  await expect.poll(() => styleOf(button, 'background-color')).toBe('rgb(18, 52, 86)');
  await page.getByRole('radio', { name: 'Round', exact: true }).check();
  expect(await page.getByLabel('Radius in pixels').inputValue()).toBe('16');
  expect(await page.locator('#design-css').textContent()).toContain('--askwell-radius: 16px;');
  await expect.poll(stored).toEqual({ accent: '#123456', font: null, radius: 16, density: null });

  await page.locator('[data-save-state]', { hasText: 'Saved.' }).waitFor();
  await page.getByRole('radio', { name: 'Default', exact: true }).first().check();
  await page.getByRole('radio', { name: 'Mono' }).check();
  await expect.poll(stored).toEqual({ accent: null, font: 'mono', radius: 16, density: null });
  expect(await page.getByLabel('Other color', { exact: true }).inputValue()).toBe('');
  // Each choice is a step. The controls follow without loading the page again, and keep the focus.
  await page.locator('body').evaluate((body) => body.setAttribute('data-kept', ''));
  const mono = page.getByRole('radio', { name: 'Mono' });
  await mono.press('Control+z');
  await expect.poll(() => mono.isChecked()).toBe(false);
  expect(await mono.evaluate((radio) => radio.matches(':focus'))).toBe(true);
  await expect.poll(stored).toEqual({ accent: null, font: null, radius: 16, density: null });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toEqual({ accent: '#123456', font: null, radius: 16, density: null });
  expect(await page.getByLabel('Other color', { exact: true }).inputValue()).toBe('#123456');
  expect(await page.getByLabel('Pick another color').inputValue()).toBe('#123456');
  expect(await page.getByRole('radio', { name: 'Other' }).first().isChecked()).toBe(true);
  await expect.poll(() => styleOf(button, 'background-color')).toBe('rgb(18, 52, 86)');
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(stored).toEqual({ accent: null, font: 'mono', radius: 16, density: null });
  expect([await mono.isChecked(), await page.getByLabel('Other color', { exact: true }).inputValue()]).toEqual([
    true,
    '',
  ]);
  expect(await page.locator('body').getAttribute('data-kept')).toBe('');
});

test('the default colors are those of the widget, on light and on dark pages', async () => {
  await openPoll('design');
  const button = widget().getByRole('button', { name: 'Vote' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const accent = defaultAccents[colorScheme];
    const text = async () => (await contrastsOf(button))[0]?.text;
    await expect.poll(text).toBeCloseTo(contrastOf(accent, inkOn(accent) === 'white' ? '#ffffff' : '#000000'), 1);
    const fill = await styleOf(page.locator('.swatch circle').first(), 'fill');
    const channels = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
    expect(fill).toBe(`rgb(${channels.join(', ')})`);
  }
});

test('what another tab changes is shown in the controls, and the next change keeps it', async () => {
  const id = await openPoll('design');
  const stored = async () => (await server.askwell.polls.get(account(), id)).design;
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('radio', { name: 'Mono' }).check();
  await expect.poll(stored).toEqual({ accent: null, font: 'mono', radius: null, density: null });
  await page.getByRole('radio', { name: 'Round', exact: true }).check();
  await expect.poll(stored).toEqual({ accent: null, font: 'mono', radius: 16, density: null });
  await expect.poll(() => page.getByRole('radio', { name: 'Mono' }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'Teal' }).check();
  await expect.poll(stored).toEqual({ accent: '#0f766e', font: 'mono', radius: 16, density: null });
});

test('the preview is shown dark, narrow, right to left and in high contrast, by keyboard, and these choices are not saved', async () => {
  const id = await openPoll('edit');
  const before = await server.askwell.polls.get(account(), id);
  const light = await styleOf(canvas(), 'background-color');
  await page.getByRole('radio', { name: 'Auto' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Tab', 'ArrowRight']) await page.keyboard.press(key);
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  await expect.poll(() => styleOf(canvas(), 'background-color')).not.toBe(light);
  await expect.poll(() => styleOf(widget().locator('.root'), 'color-scheme')).toBe('dark');
  expect((await canvas().boundingBox())?.width).toBe(320);
  await page.locator('.preview-more > summary').click();
  await page.getByRole('radio', { name: 'RTL' }).check();
  await expect.poll(() => styleOf(widget().locator('.root'), 'direction')).toBe('rtl');
  await page.getByRole('checkbox', { name: 'High contrast' }).check();
  await expect.poll(() => styleOf(canvas(), 'background-color')).toBe('rgb(18, 18, 18)');

  // A tablet is scaled down to the available width.
  await page.getByRole('radio', { name: 'Tablet' }).check();
  const place = await page.locator('[data-preview-frame]').boundingBox();
  expect((await canvas().boundingBox())?.width).toBeCloseTo(place?.width ?? 0, 0);
  expect(await page.locator('[data-preview-scale]').textContent()).toMatch(/Shown at \d\d %/);

  // The choices stay after a save, after an action that loads the page again, and on other pages of this session.
  await page.fill('[name=title]', 'Dinner?');
  await widget().getByText('Dinner?').waitFor();
  expect(await widget().getAttribute('lang')).toBe('ar');
  await page.getByRole('button', { name: 'Add option', exact: true }).click();
  await widget().getByText('Option 3').waitFor();
  expect(await canvas().getAttribute('data-width')).toBe('768');
  await page.getByRole('link', { name: 'Design' }).click();
  await expect.poll(() => page.getByRole('radio', { name: 'RTL', includeHidden: true }).isChecked()).toBe(true);
  expect(await canvas().getAttribute('data-scheme')).toBe('dark');
  const after = await server.askwell.polls.get(account(), id);
  expect({ ...after, title: '', options: [], version: 0, updated_at: '' }).toEqual({
    ...before,
    title: '',
    options: [],
    version: 0,
    updated_at: '',
  });
});

test('a sample shows the design of a site while it is chosen', async () => {
  const { id } = await server.services.sites.create(owner.session.scope, { name: 'Shop' });
  await server.services.sites.changeDesign(owner.session.scope, id, { accent: '#be185d' });
  await page.goto(`${server.url}/dashboard/sites/${id}/design`);
  await page.locator('askwell-poll[state=open]').waitFor();
  expect(await widget().getByRole('checkbox', { name: 'Friday evening' }).isChecked()).toBe(true);
  const button = widget().getByRole('button', { name: 'Vote' });
  await expect.poll(() => styleOf(button, 'background-color')).toBe('rgb(190, 24, 93)');
  await page.getByRole('radio', { name: 'Teal' }).check();
  await expect.poll(() => styleOf(button, 'background-color')).toBe('rgb(15, 118, 110)');
  await page.getByRole('button', { name: 'Save design' }).click();
  await page.getByText('Design of the site saved.').waitFor();
  expect((await server.askwell.sites.design.get(owner.session.account, id)).accent).toBe('#0f766e');
});
