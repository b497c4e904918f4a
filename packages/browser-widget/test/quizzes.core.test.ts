import { expect, test } from 'vitest';
import { everyQuestion } from './support/asks.js';
import { answersTo, close, createAsk, open } from './support/browser.js';

test('a visitor starts a quiz, answers a question of every type and sees the outcome', async () => {
  const id = await createAsk('quizzes', {
    questions: everyQuestion,
    time_limit_seconds: 3_600,
    reveal: 'answers',
    pass_percentage: 50,
    bands: [{ min_percentage: 80, title: 'Splendid', message: 'Nearly **all** of it, {{quiz.name|you}}.' }],
    after: { message: 'You have {{quiz.score}} of {{quiz.max_score}} points, {{quiz.name|you}}.' },
  });
  const page = await open(`<askwell-quiz quiz-id="${id}" collect="name email"></askwell-quiz>`);
  const next = () => page.getByRole('button', { name: 'Next' }).click();

  await page.getByText('Time limit: 60:00').waitFor();
  await page.getByText('7 questions').waitFor();
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await page.getByText('Question 1 of 7').waitFor();
  await page.getByRole('timer').getByText('Time left: ').waitFor();
  await page.getByRole('radio', { name: 'Paris' }).check();
  await next();
  await page.getByRole('checkbox', { name: 'Two' }).check();
  await next();
  await page.getByRole('radio', { name: 'True' }).check({ force: true });
  await next();
  await page.getByLabel('Largest ocean?').fill('pacific');
  await next();
  await page.getByLabel('Pi?').fill('3.15');
  await next();
  for (const place of [0, 1, 2]) {
    const label = ['Moon', 'Earth', 'Sun'][place];
    const row = page.getByRole('button', { name: `Move up: ${label}` });
    for (let moves = 0; moves < 3; moves++) {
      if (await page.getByRole('button', { name: `${place + 1} ${label}` }).count()) break;
      await row.click();
    }
  }
  await next();
  await page.getByLabel('Cat').selectOption('Meow');
  await page.getByLabel('Dog').selectOption('Woof');
  await page.getByLabel('Your name').fill('*Visitor*');
  await page.getByLabel('Your email').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Submit answers' }).click();

  await page.getByText('6 of 7 points').waitFor();
  const filled = [/^Nearly all of it, .\*Visitor\*.\.$/, /^You have .6. of .7. points, .\*Visitor\*.\.$/];
  for (const text of ['86%', 'Passed', 'Splendid', ...filled, 'On the Seine.']) {
    await expect.poll(() => page.getByText(text).first().isVisible()).toBe(true);
  }
  const reviewed = page.locator('.feedback > li', { hasText: 'Primes' });
  await expect
    .poll(() => reviewed.innerText())
    .toMatch(/0 of 1 points\s+Two\s+Your answer · Correct\s[\s\S]*Five\s+Correct answer/);
  await expect.poll(() => page.getByText('Incorrect', { exact: true }).count()).toBe(1);
  expect(await answersTo('quizzes', id)).toMatchObject([{ name: '*Visitor*', email: 'visitor@example.com', score: 6 }]);
  await close(page);
});
