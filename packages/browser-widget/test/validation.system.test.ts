import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Fault } from '../../server-lib/src/shared/faults/fault.js';
import { wordsFor } from '../../server-lib/src/shared/messages/page-messages.js';
import { createDeferred } from '../../server-lib/test/support/deferred.js';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

const number = { type: 'number', min: 1, max: 5, step: 0.5 } as const;

/** Values that browsers find invalid, with the fault that the server finds. */
const cases: readonly { readonly field: object; readonly typed: string; readonly fault: Fault }[] = [
  { field: { type: 'email' }, typed: 'nowhere', fault: { code: 'invalid_email', params: {} } },
  { field: { type: 'url' }, typed: 'example', fault: { code: 'invalid_url', params: {} } },
  { field: { type: 'number' }, typed: '1e', fault: { code: 'not_a_number', params: {} } },
  { field: number, typed: '0', fault: { code: 'too_small', params: { min: 1 } } },
  { field: number, typed: '5.5', fault: { code: 'too_large', params: { max: 5 } } },
  { field: number, typed: '1.2', fault: { code: 'off_step_from', params: { step: 0.5, min: 1 } } },
  { field: { type: 'number', step: 2 }, typed: '3', fault: { code: 'off_step', params: { step: 2 } } },
  { field: { type: 'date' }, typed: '05', fault: { code: 'invalid_date', params: {} } },
  { field: { type: 'time' }, typed: '09', fault: { code: 'invalid_time_of_day', params: {} } },
];
const fields = cases.map(({ field }, at) => ({ ...field, id: `f${at}`, label: `Field ${at}` }));
const errors = (page: Page) => page.locator('.error:not(:empty)').allInnerTexts();
const send = (page: Page) => page.locator('.primary').click();

test.each(['en', 'de', 'ja'])('faults that a browser finds have the texts of the form in %s', async (language) => {
  const id = await createAsk('forms', { fields });
  const page = await open(`<askwell-form form-id="${id}" lang="${language}"></askwell-form>`);
  for (const [at, { typed }] of cases.entries()) {
    await page.getByLabel(`Field ${at}`).focus();
    await page.keyboard.type(typed);
  }
  await send(page);
  await page
    .locator('[aria-invalid]')
    .nth(cases.length - 1)
    .waitFor();
  const { fault } = wordsFor(language);
  expect(await errors(page)).toEqual(cases.map((one) => fault(one.fault)));
  expect(await page.getByLabel('Field 0').evaluate((field) => field.matches(':focus'))).toBe(true);
  await close(page);
});

test('the browser describes the faults if the texts cannot be loaded', async () => {
  const id = await createAsk('forms', { fields: fields.slice(0, 1) });
  const page = await open(`<askwell-form form-id="${id}" lang="de"></askwell-form>`);
  await page.route('**/embed/faults/**', (route) => route.abort());
  await page.getByLabel('Field 0').fill('nowhere');
  await send(page);
  await page.locator('[aria-invalid]').waitFor();
  expect(await errors(page)).toEqual([expect.stringContaining("'nowhere' is missing an '@'")]);
  await close(page);
});

test('a value that is corrected while the texts are loaded is sent, and has no error', async () => {
  const id = await createAsk('forms', { fields: fields.slice(0, 1), one_per: null });
  const page = await open(`<askwell-form form-id="${id}" lang="de"></askwell-form>`);
  const loading = createDeferred();
  const asked = page.waitForRequest('**/embed/faults/**');
  await page.route('**/embed/faults/**', async (route) => {
    await loading.promise;
    await route.continue();
  });
  const answered = createDeferred();
  await page.route('**/submissions', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByLabel('Field 0').fill('nowhere');
  await send(page);
  await asked;
  await page.getByLabel('Field 0').fill('visitor@example.com');
  await send(page);
  await stateOf(page, 'sending');
  const loaded = page.waitForResponse('**/embed/faults/**');
  loading.resolve();
  await (await loaded).finished();
  expect(await errors(page)).toEqual([]);
  answered.resolve();
  await stateOf(page, 'answered');
  expect(await answersTo('forms', id)).toMatchObject([{ answers: { f0: 'visitor@example.com' } }]);
  await close(page);
});
