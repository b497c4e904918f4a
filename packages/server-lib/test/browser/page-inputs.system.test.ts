import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { useHostedPageServer } from '../support/browser/hosted-page-server.js';
import { startServer } from '../support/servers/start-server.js';

const services = useHostedPageServer(startServer);
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

test('an empty write-in shows its error, and the summary links to the input', async () => {
  const options = ['Soup', 'Salad'];
  const poll = await services.hosted.poll({ options, other: true });
  const field = { id: 'lunch', type: 'single_choice', label: 'Lunch?', options, other: true, required: true } as const;
  const form = await services.hosted.form({ fields: [field] });
  for (const id of [poll, form]) {
    const page = await openPage(id);
    await page.getByRole('radio', { name: 'Other' }).check();
    await Promise.all([page.waitForEvent('load'), button(page).click()]);
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

test.each([
  ['en', 'This opens on 1 February 2099 at 19:30 UTC.', 'This opens on 1 February 2099 at 19:30.'],
  ['en-GB', 'This opens on 1 February 2099 at 19:30 UTC.', 'This opens on 1 February 2099 at 19:30.'],
  ['en-US', 'This opens on February 1, 2099 at 7:30 PM UTC.', 'This opens on February 1, 2099 at 7:30 PM.'],
  ['is', 'This opens on 1 February 2099 at 19:30 UTC.', 'This opens on 1 February 2099 at 19:30.'],
])('a date in %s is in the format of the whole tag, or in plain English', async (locale, plain, withScript) => {
  const id = await services.hosted.poll({ locale, opens_at: '2099-02-01T19:30:00Z' });
  for (const [javaScriptEnabled, text] of [
    [false, plain],
    [true, withScript],
  ] as const) {
    const page = await openPage(id, { javaScriptEnabled, timezoneId: 'UTC' });
    const notice = page.locator('.notice', { has: page.locator('time') });
    await expect.poll(async () => (await notice.innerText()).replace(/\s/g, ' ').trim()).toBe(text);
    await page.context().close();
  }
});

test('a form in another language than the browser shows its own messages; otherwise the browser shows its messages', async () => {
  const fields = [{ id: 'email', type: 'email', label: 'E-Mail', required: true }] as const;
  const id = await services.hosted.form({ fields: [...fields], locale: 'de' });
  const isInvalid = (page: Page) => page.getByLabel('E-Mail').evaluate((field) => field.matches(':user-invalid'));
  const german = await openPage(id, { locale: 'de-AT' });
  await german.getByLabel('E-Mail').fill('nowhere');
  await button(german).click();
  expect(await isInvalid(german)).toBe(true);
  expect(await german.locator('.problem').count()).toBe(0);
  const english = await openPage(id, { locale: 'en-US' });
  await english.getByLabel('E-Mail').fill('nowhere');
  await button(english).click();
  await english.locator('.problem').waitFor();
  expect(await english.locator('.field .fault').innerText()).toBe('Gib eine E-Mail-Adresse wie name@example.com ein.');
  expect(await english.getByLabel('E-Mail').inputValue()).toBe('nowhere');
  await german.context().close();
  await english.context().close();
});
