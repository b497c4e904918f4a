import { expect, test } from 'vitest';
import { close, createAsk, open, stateOf } from './support/browser.js';

test('at the maximum no further row is ranked or moved, and the reason is shown', async () => {
  const options = ['Sea', 'Hills', 'City', 'Lake'];
  const id = await createAsk('polls', { type: 'ranked', options, max_choices: 2 });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  const rows = () => page.locator('.grip').allInnerTexts();
  const row = (name: string) => page.locator('.grip', { hasText: name });
  await row('Hills').click();
  await row('City').click();
  const ranked = ['1\nHills', '2\nCity', 'Sea', 'Lake'];
  expect(await rows()).toEqual(ranked);
  const reason = page.getByRole('status').getByText('At most 2. Lake: not ranked');
  const isShown = async () => ((await reason.boundingBox())?.height ?? 0) > 10;
  for (const attempt of [
    () => row('Lake').click(),
    () => page.getByRole('button', { name: 'Move up: Lake' }).click(),
    () => row('Lake').press('ArrowUp'),
    () => row('Lake').dragTo(row('Hills')),
  ]) {
    await attempt();
    await reason.waitFor();
    expect(await isShown()).toBe(true);
    expect(await rows()).toEqual(ranked);
    // The reason disappears with the next change.
    await row('City').press('ArrowUp');
    expect(await reason.count()).toBe(0);
    await row('City').press('ArrowDown');
  }
  await row('Hills').click();
  await row('Lake').click();
  expect(await rows()).toEqual(['1\nCity', '2\nLake', 'Hills', 'Sea']);
  await close(page);
});

test('more initial values than the maximum leave the other rows in their order', async () => {
  const field = {
    id: 'best',
    type: 'ranking',
    label: 'Best',
    options: ['Sea', 'Hills', 'City', 'Lake'],
    max_choices: 2,
  };
  const id = await createAsk('forms', { fields: [field] });
  const page = await open(`<askwell-form form-id="${id}" prefill="best=o4&best=o2&best=o3"></askwell-form>`);
  await stateOf(page, 'open');
  expect(await page.locator('.grip').allInnerTexts()).toEqual(['1\nLake', '2\nHills', 'Sea', 'City']);
  await close(page);
});
