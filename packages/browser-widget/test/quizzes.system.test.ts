import { expect, test } from 'vitest';
import { everyQuestion } from './support/asks.js';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

test('a quiz with a time limit is started again to change the answer', async () => {
  const id = await createAsk('quizzes', {
    questions: everyQuestion,
    time_limit_seconds: 3_600,
    one_per: 'browser',
    allow_change: true,
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

test.each(['end', 'each'])('a pair of the review is on one line, with the feedback "%s"', async (feedback) => {
  const question = {
    type: 'match',
    prompt: 'Which does what?',
    options: ['Phishing', 'Worm'],
    targets: ['Lures', 'Spreads'],
    answer: { o1: 't1', o2: 't2' },
  };
  const id = await createAsk('quizzes', { questions: [question], reveal: 'answers', feedback });
  const page = await open(`<askwell-quiz quiz-id="${id}"></askwell-quiz>`);
  if (feedback === 'each') await page.getByRole('button', { name: 'Start quiz' }).click();
  await page.getByLabel('Phishing').selectOption('Spreads');
  await page.getByLabel('Worm').selectOption('Lures');
  await page.getByRole('button', { name: feedback === 'each' ? 'Check answer' : 'Submit answers' }).click();
  const items = page.locator('.feedback li li');
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Phishing: Spreads\s+Incorrect\s+Correct answer: Lures$/),
      expect.stringMatching(/^Worm: Lures\s+Incorrect\s+Correct answer: Spreads$/),
    ]);
  const lines = await items
    .locator('> .text')
    .evaluateAll((all) =>
      all.map(
        (item) => new Set([...item.querySelectorAll('bdi')].map((part) => part.getBoundingClientRect().top)).size,
      ),
    );
  expect(lines).toEqual([1, 1, 1, 1]);
  await close(page);
});

test('images of the targets are shown above the options', async () => {
  const question = {
    type: 'match',
    prompt: 'Which does what?',
    options: ['Phishing', 'Worm'],
    targets: [{ label: 'Lures', image_url: 'https://example.com/lures.png' }, 'Spreads'],
    answer: { o1: 't1', o2: 't2' },
  };
  const id = await createAsk('quizzes', { questions: [question] });
  const page = await open(`<askwell-quiz quiz-id="${id}"></askwell-quiz>`);
  await stateOf(page, 'open');
  expect((await page.locator('ul.pictures li').allInnerTexts()).sort()).toEqual(['Lures', 'Spreads']);
  // A list to choose from shows the same.
  await page.getByLabel('Phishing').selectOption('Lures');
  await close(page);
});

test('an embedded quiz asks for the contact details that the quiz collects, unless its attribute overrides them', async () => {
  const questions = [{ type: 'boolean', prompt: 'Is water wet?', answer: true }];
  const id = await createAsk('quizzes', { questions, collect_name: true });
  const asked = async (attributes: string) => {
    const page = await open(`<askwell-quiz quiz-id="${id}" ${attributes}></askwell-quiz>`);
    await stateOf(page, 'open');
    const labels = await page.locator('label.label').allInnerTexts();
    await close(page);
    return labels;
  };
  expect(await asked('')).toEqual(['Your name']);
  expect(await asked('collect="email"')).toEqual(['Your email']);
  expect(await asked('collect=""')).toEqual([]);
});
