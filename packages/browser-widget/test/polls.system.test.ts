import { expect, test } from 'vitest';
import { fromRightToLeft } from '../../server-lib/test/support/browser/text-order.js';
import { close, createAsk, open, sendAnswer, stateOf } from './support/browser.js';

test('results are updated in place while others vote', async () => {
  const id = await createAsk('polls', { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always' });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await page.getByRole('button', { name: 'Show results' }).click();
  const first = page.getByRole('listitem').first();
  await first.getByText('0%').waitFor();
  const node = await first.elementHandle();
  for (const choice of ['o1', 'o1', 'o2']) {
    await sendAnswer('polls', id, { choices: [choice] });
  }
  await first.getByText('67%').waitFor();
  await page.getByText('3 votes', { exact: true }).waitFor();
  expect(await node?.evaluate((item) => item.isConnected)).toBe(true);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('radio', { name: 'Soup' }).waitFor();
  await close(page);
});

test('a ranked poll shows the winner and the rounds', async () => {
  const id = await createAsk('polls', {
    title: 'Where?',
    type: 'ranked',
    one_per: null,
    options: ['Sea', 'Hills', 'City'],
  });
  const ballots = [['o1'], ['o1'], ['o2'], ['o2'], ['o3', 'o2']];
  for (const choices of ballots) {
    await sendAnswer('polls', id, { choices });
  }
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await page.getByRole('button', { name: 'Hills', exact: true }).click();
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  await expect
    .poll(() => page.getByRole('listitem').nth(1).innerText())
    .toMatch(/Hills[\s\S]*50%[\s\S]*Winner[\s\S]*Your choice: 1/);
  await page.getByText('How it was counted').click();
  await expect
    .poll(() => page.locator('.rounds tbody tr').allInnerTexts())
    .toEqual(['Sea\t2\t2', 'Hills\t3\t4', 'City\t1\t–']);
  await close(page);
});

test('figures stand in reading order from right to left', async () => {
  const options = ['حساء', 'سلطة'];
  const id = await createAsk('polls', { title: 'غداء؟', locale: 'ar', results_visibility: 'always', options });
  for (const choice of ['o1', 'o1', 'o1', 'o2']) await sendAnswer('polls', id, { choices: [choice] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await page.locator('.actions .button').last().click();
  const figure = page.locator('.figure').first();
  expect(await fromRightToLeft(figure, ['75', '3', 'أصوات'])).toEqual(['75', '3', 'أصوات']);
  await close(page);
});
