import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { type AnsweredAsks, addAnsweredAsks } from './answered-asks.js';
import { openWindow } from './dashboard-fixture.js';
import { beyond } from './faults.js';

let browser: Browser;
let server: SocketServer;
let owner: Owner;
let answered: AnsweredAsks;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  owner = await createOwner(server.services);
  answered = await addAnsweredAsks(server, owner);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const heads = (page: Page) => page.locator('.answers thead th:visible').allTextContents();
const firstRow = (page: Page) => page.locator('.answers tbody tr').first();

test.each([true, false])(
  'the answers are a table on a tablet and short cards on a phone, with JavaScript: %j',
  async (javaScriptEnabled) => {
    const context = await openWindow(browser, server, owner, {
      javaScriptEnabled,
      viewport: { width: 768, height: 1024 },
    });
    const page = await context.newPage();
    const path = `${server.url}/dashboard/asks/${answered.form}/answers`;
    await page.goto(path);
    expect(await heads(page)).toEqual([
      'Your name',
      'Time',
      'How did you like it?',
      'Which talks did you see?',
      'What should we do better next year?',
      'Tags',
    ]);
    const cells = await firstRow(page).locator('th, td:visible').all();
    const tops = await Promise.all(cells.map(async (cell) => (await cell.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
    expect(await beyond(page)).toBe(0);

    await page.setViewportSize({ width: 360, height: 780 });
    expect(await firstRow(page).locator('td:visible').count()).toBeLessThanOrEqual(5);
    expect(await beyond(page)).toBe(0);
    await page
      .getByRole('checkbox', { name: /^Select the answer/ })
      .first()
      .check();
    if (javaScriptEnabled) await page.getByRole('status').filter({ hasText: '1 selected' }).waitFor();
    await page.getByRole('textbox', { name: 'Tags to add or remove' }).fill('seen');
    await page.getByRole('button', { name: 'Add tags' }).click();
    await expect.poll(() => firstRow(page).textContent()).toContain('seen');
    await firstRow(page).getByRole('link').click();
    await page.getByText('What should we do better next year?').waitFor();

    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto(`${path}?columns=f4`);
    expect(await heads(page)).toEqual(['What should we do better next year?', 'Time']);
    await context.close();
  },
);

test.each([360, 700, 768, 900, 1440])('the panels above the answers are inside a window of %i px', async (width) => {
  const context = await openWindow(browser, server, owner, { viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/asks/${answered.form}/answers`);
  for (const tool of await page.locator('details:has(> .tool-panel)').all()) {
    await tool.locator('summary').click();
    const { x, width: inlineSize } = (await tool.locator('.tool-panel').boundingBox()) ?? expect.unreachable();
    expect([x >= 0, x + inlineSize <= width]).toEqual([true, true]);
    await tool.locator('summary').click();
  }
  expect(await page.locator('.tool-panel').count()).toBeGreaterThan(1);
  await context.close();
});

test('the date on which a key expires is shown and sent only with its choice', async () => {
  const context = await openWindow(browser, server, owner, { viewport: { width: 1024, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/keys`);
  const date = page.getByLabel('Expiry date');
  const choice = page.getByLabel('Expires');
  await expect.poll(() => date.isVisible()).toBe(false);
  await choice.selectOption('On a date');
  await date.fill('2999-12-31');
  await choice.selectOption('Never');
  await expect.poll(() => date.isVisible()).toBe(false);
  await page.getByLabel('Name').fill('Reports');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.locator('#raw-key').waitFor();

  await page.goto(`${server.url}/dashboard/keys`);
  expect(await beyond(page)).toBe(0);
  const cells = await page
    .getByRole('row', { name: /Reports/ })
    .getByRole('cell')
    .allTextContents();
  expect(cells[2]).toBe('ExpiresNever');
  await context.close();
});
