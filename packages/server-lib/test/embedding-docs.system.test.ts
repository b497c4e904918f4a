import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './support/browser/chromium.js';
import { programOf } from './support/docs/page-files.js';
import { type Program, startProgram } from './support/processes/start-program.js';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([
    launchChromium(),
    programOf('embedding-the-editor').then((input) =>
      startProgram({
        args: ['--input-type=module'],
        cwd: new URL('..', import.meta.url).pathname,
        input,
        basePath: '/polls',
      }),
    ),
  ]);
});
afterAll(async () => {
  await browser.close();
  await program.stop();
});

test('a user of the app in embedding-the-editor.md creates a poll on its page, edits it and publishes it', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${program.url}/forms`);
  await page.getByRole('button', { name: 'New poll' }).click();
  await page.locator('#m-title').fill('Lunch?');
  await page.locator('askwell-editor askwell-poll').getByText('Lunch?').waitFor();
  await page.getByText(/^Saved\./).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published').first().waitFor();
  const id = await page.locator('askwell-editor').getAttribute('ask-id');

  // The element asks for another token when its token is no longer valid, and saves with it.
  const saved = page.waitForResponse((response) => response.url().endsWith('/working-copy') && response.ok());
  await page
    .locator('askwell-editor')
    .evaluate((editor) => editor.setAttribute('token', `askwell_token_${'0'.repeat(40)}`));
  await page.locator('#m-title').fill('Dinner?');
  await saved;
  await page.goto(`${program.url}/forms`);
  await page.getByRole('button', { name: 'Lunch?' }).click();
  expect(await page.locator('askwell-editor').getAttribute('ask-id')).toBe(id);
  expect(await page.locator('#m-title').inputValue()).toBe('Dinner?');
  expect(errors).toEqual([]);
  await page.close();
});
