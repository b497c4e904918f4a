import type { BrowserContextOptions, Page as Tab } from 'playwright-core';
import { expect, test } from 'vitest';
import { faults } from '../../server-lib/test/browser/faults.js';
import { everyQuestion } from './support/asks.js';
import { answersTo, blank, createAsk, discard, script, servers, stateOf } from './support/browser.js';
import { pathOf } from './support/pages.js';

const timeUp = 'Time is up. Your answers so far were sent.';

const head = '<style>@media (prefers-color-scheme: dark) { body { background: #16130f; color: #eee } }</style>';

/** Creates a quiz with a time limit, and starts it in a page whose clock the test sets. */
async function start(
  seconds: number,
  draft: object = {},
  attributes = '',
  options: BrowserContextOptions = {},
): Promise<{ id: string; page: Tab }> {
  const id = await createAsk('quizzes', { questions: everyQuestion, time_limit_seconds: seconds, ...draft });
  const page = await blank({ viewport: { width: 768, height: 600 }, reducedMotion: 'reduce', ...options });
  await page.clock.install();
  await page.goto(
    servers.site + pathOf({ head, body: `${script}<askwell-quiz quiz-id="${id}" ${attributes}></askwell-quiz>` }),
  );
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await page.getByRole('timer').filter({ hasText: 'Time left' }).waitFor();
  return { id, page };
}

/** Returns the milliseconds until a remaining time is shown, in a page whose clock is stopped. */
async function millisecondsUntil(page: Tab, text: string): Promise<number> {
  const shown = (await page.getByRole('timer').innerText()).replace(/^\D+/, '');
  const secondsIn = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return (secondsIn(shown) - secondsIn(text)) * 1_000;
}

/** Returns the texts that screen readers announce from now on. */
async function listen(page: Tab): Promise<() => Promise<string[]>> {
  await page.locator('askwell-quiz').evaluate((element) => {
    const said: string[] = [];
    Object.assign(window, { said });
    const status = element.shadowRoot?.querySelector('.unseen[role=status]:not(.root *)');
    if (status) new MutationObserver(() => said.push(status.textContent ?? '')).observe(status, { childList: true });
  });
  return () => page.evaluate<string[]>('said');
}

test('the timer stays at the top of the viewport while the quiz is longer', async () => {
  const { page } = await start(120, {}, 'layout="list"');
  const timer = page.getByRole('timer');
  expect((await timer.boundingBox())?.y).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Submit answers' }).scrollIntoViewIfNeeded();
  expect((await timer.boundingBox())?.y).toBe(0);
  // Moving the focus back must not put anything below the timer.
  await page.getByRole('button', { name: 'Submit answers' }).focus();
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Shift+Tab');
    const [focused, covered] = await page.locator('askwell-quiz').evaluate((element) => {
      const bottom = element.shadowRoot?.querySelector('.timer')?.getBoundingClientRect().bottom ?? 0;
      return [element.shadowRoot?.activeElement?.getBoundingClientRect().top ?? bottom, bottom];
    });
    expect(focused).toBeGreaterThanOrEqual(covered ?? 0);
  }
  await discard(page);
});

test('the timer is announced once at 1:00 and once at 0:10, and warns by a sign and a color', async () => {
  const { page } = await start(90);
  await page.clock.pauseAt(Date.now() + 5_000);
  const announced = await listen(page);
  const timer = page.getByRole('timer');
  const look = () =>
    timer.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [getComputedStyle(element, '::before').content, color, backgroundColor].join();
    });
  const looks: string[] = [];
  for (const text of ['1:01', '1:00', '0:11', '0:10', '0:01']) {
    await page.clock.runFor(await millisecondsUntil(page, text));
    expect(await timer.innerText()).toContain(`Time left: ${text}`);
    looks.push(await look());
  }
  const [calm, soon, stillSoon, urgent, stillUrgent] = looks;
  expect(new Set([calm, soon, urgent]).size).toBe(3);
  expect([stillSoon, stillUrgent]).toEqual([soon, urgent]);
  expect([calm?.includes('⚠'), soon?.includes('⚠'), urgent?.includes('⚠')]).toEqual([false, true, true]);
  expect(await announced()).toEqual(['Time left: 1:00', 'Time left: 0:10']);
  await discard(page);
});

test.each(['light', 'dark'] as const)(
  'axe finds no fault in the timer before and while it warns, %s',
  async (colorScheme) => {
    const { page } = await start(120, {}, '', { colorScheme });
    for (const seconds of [0, 80, 35]) {
      await page.clock.fastForward(seconds * 1_000);
      expect(await faults(page)).toEqual([]);
    }
    await discard(page);
  },
);

test('a browser that was busy announces the minute and the ten seconds when it can', async () => {
  const { page } = await start(90);
  await page.clock.pauseAt(Date.now() + 5_000);
  const announced = await listen(page);
  await page.clock.fastForward(await millisecondsUntil(page, '0:45'));
  await expect.poll(announced).toEqual([expect.stringMatching(/^Time left: 0:4\d$/)]);
  await page.clock.fastForward(await millisecondsUntil(page, '0:07'));
  await expect.poll(announced).toEqual([expect.anything(), expect.stringMatching(/^Time left: 0:0\d$/)]);
  await discard(page);
});

test('when the time is up, the answers so far are sent, and the visitor gets a message', async () => {
  const { id, page } = await start(60, { after: { message: 'See you next week.' }, reveal: 'score' });
  await page.getByRole('radio', { name: 'Paris' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.clock.fastForward(60_000);
  await stateOf(page, 'answered');
  await page.getByText(timeUp).waitFor();
  await page.getByText('See you next week.').waitFor();
  await page.getByText('1 of 7 points').waitFor();
  expect(await answersTo('quizzes', id)).toMatchObject([{ answers: { q1: 'o2' } }]);
  await discard(page);
});

test('when the time is up, contact details that are not complete are left out', async () => {
  const { id, page } = await start(60, {}, 'layout="list" collect="name email"');
  await page.getByRole('radio', { name: 'Paris' }).check();
  await page.getByLabel('Your name').fill('Visitor');
  await page.getByLabel('Your email').fill('visitor@');
  await page.clock.fastForward(60_000);
  await page.getByText(timeUp).waitFor();
  expect(await answersTo('quizzes', id)).toMatchObject([{ answers: { q1: 'o2' }, name: 'Visitor', email: null }]);
  await discard(page);
});

test('an attempt that was submitted in time says nothing about the time', async () => {
  const { page } = await start(60, {}, 'layout="list"');
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await page.getByText('Thank you. Your answer has been received.').waitFor();
  expect(await page.getByText(timeUp).count()).toBe(0);
  await discard(page);
});
