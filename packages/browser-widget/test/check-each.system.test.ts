import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faults } from '../../server-lib/test/browser/faults.js';
import { everyQuestion } from './support/asks.js';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';
import { unavailable } from './support/element-state.js';

const each = { feedback: 'each', reveal: 'answers', questions: everyQuestion };
const check = (page: Page) => page.getByRole('button', { name: 'Check answer' });

/** Returns a radio button whose verdict is shown instead. */
const hiddenRadio = (page: Page, name: string) => page.getByRole('radio', { name, includeHidden: true });

/** Creates a quiz and starts it. */
async function start(draft: object = {}, attributes = ''): Promise<{ id: string; page: Page }> {
  const id = await createAsk('quizzes', { ...each, ...draft });
  const page = await open(`<askwell-quiz quiz-id="${id}" ${attributes}></askwell-quiz>`);
  await page.getByRole('button', { name: 'Start quiz' }).click();
  return { id, page };
}

/** Returns the class of the focused element. */
const focused = (page: Page) =>
  page.locator('askwell-quiz').evaluate((element) => element.shadowRoot?.activeElement?.className);

test('the verdict follows each answer, by keyboard alone', async () => {
  const { id, page } = await start({ questions: everyQuestion.slice(0, 2) });
  await page.getByText('Question 1 of 2').waitFor();
  await page.getByRole('radio', { name: 'London' }).focus();
  await page.keyboard.press('Space');
  expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
  await page.keyboard.press('Enter');
  const verdict = page.locator('.verdict');
  await expect
    .poll(() => verdict.innerText())
    .toMatch(
      /^Incorrect\s+0 of 1 points\s+London\s+Your answer · Incorrect\s+Paris\s+Correct answer\s+On the Seine\.$/,
    );
  expect(await focused(page)).toBe('verdict');
  // The verdict is at the options, so that they are not shown twice.
  expect(await page.locator(':is(input, .clear):visible').count()).toBe(0);
  expect(
    await page.locator('[type=radio]').evaluateAll((radios) => radios.map((radio) => radio.matches(':disabled'))),
  ).toEqual([true, true]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Question 2 of 2').waitFor();
  await page.getByRole('checkbox', { name: 'Two' }).check();
  await page.getByRole('checkbox', { name: 'Five' }).check();
  await check(page).click();
  await expect.poll(() => page.locator('.verdict:visible').innerText()).toMatch(/^Correct\s+1 of 1 points/);
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await page.getByText('1 of 2 points').waitFor();
  expect(await answersTo('quizzes', id)).toMatchObject([{ score: 1, answers: { q1: 'o1', q2: ['o1', 'o3'] } }]);
  await close(page);
});

test.each([null, 'browser'])('a reload continues after the checked questions, with one_per %s', async (one_per) => {
  const { id, page } = await start({ one_per, shuffle_questions: false });
  await page.getByRole('radio', { name: 'Paris' }).check();
  await check(page).click();
  await page.getByText('On the Seine.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await page.getByText('Question 2 of 7').waitFor();
  await check(page).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByText('On the Seine.').waitFor();
  expect(await hiddenRadio(page, 'Paris').isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Next' }).click();
  for (let question = 2; question <= 7; question++) {
    await check(page).click();
    await page.locator('.verdict:visible').waitFor();
    if (question < 7) await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await stateOf(page, 'answered');
  expect(await answersTo('quizzes', id)).toMatchObject([{ answers: { q1: 'o2' } }]);
  await close(page);
});

test('each question of a list has its own button', async () => {
  const { id, page } = await start({}, 'layout="list"');
  await page.getByLabel('Largest ocean?').fill('pacific');
  await page.keyboard.press('Enter');
  await page.getByText('Pacific or Pacific Ocean').waitFor();
  expect(await check(page).count()).toBe(6);
  await page.getByRole('radio', { name: 'Paris' }).check();
  await check(page).first().click();
  await page.getByText('On the Seine.').waitFor();
  expect(await check(page).count()).toBe(5);
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await stateOf(page, 'answered');
  expect(await answersTo('quizzes', id)).toMatchObject([{ answers: { q1: 'o2', q4: 'pacific' } }]);
  await close(page);
});

test('an answer waits until the server can be reached', async () => {
  const { page } = await start();
  await page.getByRole('radio', { name: 'Paris' }).check();
  await page.route('**/checks', unavailable);
  await check(page).click();
  await page.locator('.notice', { hasText: 'The server can’t be reached.' }).waitFor();
  await page.unroute('**/checks');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('On the Seine.').waitFor();
  expect(await hiddenRadio(page, 'Paris').isChecked()).toBe(true);
  await close(page);
});

test.each(['light', 'dark'] as const)('axe finds no problem beside a verdict in %s', async (colorScheme) => {
  const { page } = await start({}, `layout="list" theme="${colorScheme}"`);
  await page.emulateMedia({ colorScheme });
  await page.addStyleTag({
    content: ':root { color-scheme: light dark } body { background: Canvas; color: CanvasText }',
  });
  await check(page).first().click();
  await page.getByText('Not answered').waitFor();
  expect(await faults(page)).toEqual([]);
  await close(page);
});
