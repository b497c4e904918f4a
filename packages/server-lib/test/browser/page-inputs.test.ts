import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { useHostedServices } from '../support/hosted-services.js';

const services = useHostedServices();
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Opens the page of an ask in its own browser context, without JavaScript. */
async function openPage(id: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  await page.goto(`${services.server.url}/p/${id}`);
  return page;
}

const isFocused = (field: Locator) => field.evaluate((input) => input.matches(':focus'));
const button = (page: Page) => page.locator('form.answer button');

test('an empty write-in has the error itself, and the summary links to it', async () => {
  const options = ['Soup', 'Salad'];
  const poll = await services.desk.poll({ options, other: true });
  const field = { id: 'lunch', type: 'single_choice', label: 'Lunch?', options, other: true, required: true } as const;
  const form = await services.desk.form({ fields: [field] });
  for (const id of [poll, form]) {
    const page = await openPage(id);
    await page.getByRole('radio', { name: 'Other' }).check();
    await button(page).click();
    const own = page.getByRole('textbox', { name: 'Other' });
    expect(await own.getAttribute('aria-invalid')).toBe('true');
    const described = await own.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe('An answer is required.');
    expect(await page.locator('.write-in .fault').count()).toBe(1);
    expect(await page.locator('.fault').count()).toBe(1);
    expect(await page.locator('fieldset').getAttribute('aria-describedby')).toBeNull();
    expect(await page.getByRole('radio', { name: 'Other' }).isChecked()).toBe(true);
    const links = page.locator('.problem a');
    expect(await links.allInnerTexts()).toEqual(['Other – An answer is required.']);
    await links.click();
    expect(await isFocused(own)).toBe(true);
    await page.keyboard.type('Falafel');
    await button(page).click();
    await page.getByText('Your answer has been received').waitFor();
    await page.context().close();
  }
});
