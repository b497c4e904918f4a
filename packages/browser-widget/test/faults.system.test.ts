import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wordsFor } from '../../server-lib/src/shared/messages/page-messages.js';
import { close, createAsk, open, stateOf } from './support/browser.js';
import { everyFault } from './support/every-fault.js';

const fields = everyFault.map(({ code }) => ({ id: code, type: 'short_text', label: code }));

/** Makes the server refuse every submission with the faults. */
/** The headers that show the element on a page of another origin that a reply is from Askwell. */
const ownHeaders = {
  'x-askwell': '1',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'x-askwell',
};

async function refuse(page: Page, form: string, refused: readonly { path: string; code: string; params: object }[]) {
  const issues = refused.map((issue) => ({ ...issue, message: 'In English.' }));
  const body = JSON.stringify({ code: 'invalid', message: 'Validation failed.', errors: {}, issues });
  await page.unroute('**/submissions');
  await page.route('**/submissions', (route) =>
    route.fulfill({
      status: route.request().method() === 'OPTIONS' ? 204 : 422,
      contentType: 'application/json',
      headers: ownHeaders,
      body,
    }),
  );
  await page.evaluate((markup) => {
    for (const shown of document.querySelectorAll('askwell-form')) shown.remove();
    document.body.insertAdjacentHTML('beforeend', markup);
  }, form);
}

// All languages are in describe-problem.test.ts.
test.each(['en', 'de-formal', 'ar'])('each fault has the text of the hosted pages in %s', async (language) => {
  const id = await createAsk('forms', { fields, one_per: null });
  const page = await open('');
  await refuse(
    page,
    `<askwell-form form-id="${id}" lang="${language}"></askwell-form>`,
    everyFault.map(({ code, params }) => ({ path: `answers.${code}`, code, params })),
  );
  await stateOf(page, 'open');
  await page.locator('.primary').click();
  await page.locator('.wrong').first().waitFor();
  const shown = await page.locator('.question').allInnerTexts();
  const { fault } = wordsFor(language);
  expect(shown).toHaveLength(everyFault.length);
  for (const [at, one] of everyFault.entries()) expect(shown[at]).toContain(fault(one));
  await close(page);
});

test('an unknown code has a general text, and the text of the server in English', async () => {
  const id = await createAsk('forms', { fields: fields.slice(0, 1) });
  const page = await open('');
  const path = `answers.${fields[0]?.id}`;
  for (const [language, text] of [
    ['de', wordsFor('de').fault({ code: 'view_too_large', params: {} })],
    ['en', 'In English.'],
  ]) {
    await refuse(page, `<askwell-form form-id="${id}" lang="${language}"></askwell-form>`, [
      { path, code: 'of_a_newer_server', params: {} },
    ]);
    await stateOf(page, 'open');
    await page.locator('.primary').click();
    const error = page.locator('.error:not(:empty)');
    await error.waitFor();
    await expect.poll(() => error.allInnerTexts()).toEqual([text]);
  }
  await close(page);
});
