import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { beyond } from './faults.js';
import { createHostedFixture, type HostedFixture, openHosted } from './hosted-fixture.js';

let browser: Browser;
let fixture: HostedFixture;
beforeAll(async () => {
  browser = await launchChromium();
  fixture = await createHostedFixture();
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

test.each([320, 768, 1280])('the panel to share a page is aligned with its content at %i px', async (width) => {
  const view = { name: 'share', ask: 'closed' } as const;
  const { context, page } = await openHosted(browser, fixture, view, { viewport: { width, height: 800 } });
  await page.getByText('Share', { exact: true }).click();
  const content = (await page.locator('.ask').boundingBox()) ?? expect.unreachable();
  for (const selector of ['details.share', '.share-line', '.qr', '.made a']) {
    const box = (await page.locator(selector).boundingBox()) ?? expect.unreachable(selector);
    expect(box.x, selector).toBeCloseTo(content.x, 0);
    expect(box.x + box.width, selector).toBeLessThanOrEqual(content.x + content.width + 1);
  }
  const line = (await page.locator('.share-line').boundingBox()) ?? expect.unreachable();
  expect(line.width).toBeCloseTo(content.width, 0);
  expect(await beyond(page)).toBe(0);
  await context.close();
});
