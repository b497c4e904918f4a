import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultTexts, visitorFaults } from '../../server-lib/src/faults/catalogue.js';
import { type Fault, faultCodes, isVisitorFault } from '../../server-lib/src/faults/fault.js';
import { languages, wordsFor } from '../../server-lib/src/messages/page-messages.js';
import { close, createAsk, open, stateOf } from './support/browser.js';

/** Every fault that visitors can cause, with parameters that differ. */
const faults: readonly Fault[] = faultCodes.filter(isVisitorFault).map((code) => {
  const names = [...faultTexts[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return { code, params: Object.fromEntries(names.map((name, at) => [name, 41 + at])) };
});
const fields = faults.map(({ code }) => ({ id: code, type: 'short_text', label: code }));

/** Makes the server refuse every submission with the faults. */
async function refuse(page: Page, form: string, refused: readonly { path: string; code: string; params: object }[]) {
  const issues = refused.map((issue) => ({ ...issue, message: 'In English.' }));
  const body = JSON.stringify({ code: 'invalid', message: 'Validation failed.', errors: {}, issues });
  await page.unroute('**/submissions');
  await page.route('**/submissions', (route) =>
    route.fulfill({
      status: route.request().method() === 'OPTIONS' ? 204 : 422,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      body,
    }),
  );
  await page.evaluate((markup) => {
    for (const shown of document.querySelectorAll('askwell-form')) shown.remove();
    document.body.insertAdjacentHTML('beforeend', markup);
  }, form);
}

test('there are texts for all faults that visitors can cause', () => {
  expect(faults.map(({ code }) => code)).toEqual(Object.keys(visitorFaults));
  expect(languages.length).toBeGreaterThanOrEqual(12);
});

test.each(languages)('each fault has the text of the hosted pages in %s', async (language) => {
  const id = await createAsk('forms', { fields, one_per: null });
  const page = await open('');
  await refuse(
    page,
    `<askwell-form form-id="${id}" lang="${language}"></askwell-form>`,
    faults.map(({ code, params }) => ({ path: `answers.${code}`, code, params })),
  );
  await stateOf(page, 'open');
  await page.locator('.primary').click();
  await page.locator('.wrong').first().waitFor();
  const shown = await page.locator('.question').allInnerTexts();
  const { fault } = wordsFor(language);
  expect(shown).toHaveLength(faults.length);
  for (const [at, one] of faults.entries()) expect(shown[at]).toContain(fault(one));
  await close(page);
});

test('an unknown code has the general text, in English that of the server', async () => {
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
