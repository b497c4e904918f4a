import { expect, test } from 'vitest';
import { everyQuestion } from './support/asks.js';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

test('a visitor answers a question of every type and sees the outcome', async () => {
  const id = await createAsk('quizzes', {
    questions: everyQuestion,
    reveal: 'answers',
    pass_percentage: 50,
    bands: [{ min_percentage: 80, title: 'Splendid', message: 'Nearly all of it.' }],
  });
  const page = await open(`<askwell-quiz quiz-id="${id}" collect="name email"></askwell-quiz>`);
  const next = () => page.getByRole('button', { name: 'Next' }).click();

  await page.getByText('Question 1 of 7').waitFor();
  await page.getByRole('radio', { name: 'Paris' }).check();
  await next();
  await page.getByRole('checkbox', { name: 'Two' }).check();
  await next();
  await page.getByRole('radio', { name: 'Yes' }).check({ force: true });
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
  await page.getByLabel('Your name').fill('Visitor');
  await page.getByLabel('Your email').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Submit answers' }).click();

  await page.getByText('6 of 7 points').waitFor();
  for (const text of ['86%', 'Passed', 'Splendid', 'Nearly all of it.', 'On the Seine.']) {
    await expect.poll(() => page.getByText(text).first().isVisible()).toBe(true);
  }
  const reviewed = page.locator('.feedback > li', { hasText: 'Primes' });
  await expect
    .poll(() => reviewed.innerText())
    .toMatch(/0 of 1 points\s+Your answer\s+Two\s+Correct answer\s+Two\s+Five/);
  await expect.poll(() => page.getByText('Incorrect', { exact: true }).count()).toBe(1);
  expect(await answersTo('quizzes', id)).toMatchObject([{ name: 'Visitor', email: 'visitor@example.com', score: 6 }]);
  await close(page);
});

test('a quiz with a time limit starts on a click, and is submitted when time is up', async () => {
  const id = await createAsk('quizzes', { questions: everyQuestion, time_limit_seconds: 5, reveal: 'score' });
  const page = await open(`<askwell-quiz quiz-id="${id}" layout="list"></askwell-quiz>`);
  await page.getByText('Time limit: 0:05').waitFor();
  await page.getByText('7 questions').waitFor();
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await page.getByRole('radio', { name: 'Paris' }).check();
  await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^Time left: 0:0\d$/);
  await page.getByText('1 of 7 points').waitFor();
  await close(page);
});

test('a quiz with a time limit is started again to change the answer', async () => {
  const id = await createAsk('quizzes', {
    ...{ questions: everyQuestion, time_limit_seconds: 60, one_per: 'browser', allow_change: true },
  });
  const page = await open(`<askwell-quiz quiz-id="${id}" layout="list"></askwell-quiz>`);
  for (const [name, again] of [
    ['Paris', false],
    ['London', true],
  ] as const) {
    if (again) await page.getByRole('button', { name: 'Answer again' }).click();
    await page.getByRole('button', { name: 'Start quiz' }).click();
    await page.getByRole('radio', { name }).check();
    await page.getByRole('button', { name: 'Submit answers' }).click();
    await stateOf(page, 'answered');
  }
  expect(await answersTo('quizzes', id)).toMatchObject([{ answers: { q1: 'o1' } }]);
  await close(page);
});

test('a correct number is shown with its tolerance, also for 0', async () => {
  const question = { type: 'number', prompt: 'Freezing, in °C?', answer: { value: 0, tolerance: 0.5 } };
  const id = await createAsk('quizzes', { questions: [question], reveal: 'answers' });
  const page = await open(`<askwell-quiz quiz-id="${id}"></askwell-quiz>`);
  await page.getByLabel('Freezing, in °C?').fill('4');
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await expect
    .poll(() => page.locator('.numbers').innerText())
    .toMatch(/Your answer\s+4\s+Correct answer\s+from -0.5 to 0.5/);
  await close(page);
});

test('a question with the ID "name" is prefilled apart from the contact details', async () => {
  const questions = [{ id: 'name', type: 'text', prompt: 'Who wrote Emma?', answer: ['Jane Austen'] }];
  const id = await createAsk('quizzes', { questions });
  const quiz = `<askwell-quiz quiz-id="${id}" collect="name email"></askwell-quiz>`;
  const page = await open(quiz, { query: 'name=Jane+Austen&.name=Visitor&email=visitor@example.com' });
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await stateOf(page, 'answered');
  const given = { answers: { name: 'Jane Austen' }, name: 'Visitor', email: 'visitor@example.com' };
  expect(await answersTo('quizzes', id)).toMatchObject([given]);
  await close(page);

  const nameless = await open(quiz, { query: 'name=Jane+Austen' });
  await nameless.getByRole('button', { name: 'Submit answers' }).click();
  await stateOf(nameless, 'answered');
  expect(await answersTo('quizzes', id)).toMatchObject([{ answers: { name: 'Jane Austen' }, name: null }, given]);
  await close(nameless);
});
