import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Askwell, defineQuiz, NotFoundError, ValidationError } from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { startService, type TestService } from './support/service.js';

const capitals = defineQuiz({
  title: 'Capitals',
  pass_percentage: 50,
  questions: [
    { id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' },
    { type: 'text', prompt: 'Of France?', answer: ['Paris'] },
  ],
});

let service: TestService;
let askwell: Askwell;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  askwell = await service.createClient();
});
afterAll(() => service.close());

test('quizzes are created, listed, read, updated and deleted', async () => {
  const created = await askwell.quizzes.create(capitals);
  expect(created.questions.map(({ id, answer }) => [id, answer])).toEqual([
    ['italy', 'o1'],
    ['q1', ['Paris']],
  ]);
  expect(await askwell.quizzes.get(created.id)).toEqual(created);
  expect((await askwell.quizzes.list().page()).data).toEqual([created]);
  expect(await askwell.quizzes.update(created.id, { reveal: 'answers' })).toMatchObject({ reveal: 'answers' });
  expect(await askwell.quizzes.delete(created.id)).toBeUndefined();
  expect(await rejectionOf(askwell.quizzes.get(created.id))).toBeInstanceOf(NotFoundError);
});

test('attempts are submitted without the key, scored, read, streamed and deleted', async () => {
  const { id } = await askwell.quizzes.create(capitals);
  const receipt = await askwell.quizzes.attempts.create(id, {
    answers: { italy: 'o1', q1: 'London' },
    name: 'Visitor',
    email: 'visitor@example.com',
  });
  expect(receipt).toMatchObject({ quiz_id: id, score: 1, max_score: 2, percentage: 50, passed: true });

  const attempt = await askwell.quizzes.attempts.get(id, receipt.id);
  expect(attempt).toMatchObject({ answers: { italy: 'o1', q1: 'London' }, name: 'Visitor' });
  expect(await askwell.quizzes.attempts.list(id).toArray()).toEqual([attempt]);
  const best = { passed: true, min_score: 1, 'field.italy': 'o1', sort: 'score' } as const;
  expect(await askwell.quizzes.attempts.list(id, best).toArray()).toEqual([attempt]);
  const found = (filter: string | readonly string[]) =>
    askwell.quizzes.attempts.list(id, { filter, q: 'london', sort: 'field.italy' }).toArray();
  expect(await found(['field.italy:is:o1', 'percentage:at_least:50'])).toEqual([attempt]);
  expect(await found(['field.italy:is:o1', 'percentage:greater:50'])).toEqual([]);
  expect(await found('note:answered')).toEqual([]);
  const streamed = [];
  for await (const one of await askwell.quizzes.attempts.jsonl(id)) streamed.push(one);
  expect(streamed).toEqual([attempt]);
  expect(await (await askwell.quizzes.attempts.csv(id)).text()).toContain('visitor@example.com');
  expect(await askwell.quizzes.results(id)).toMatchObject({ attempts_count: 1, pass_rate: 1 });
  const { questions } = await askwell.quizzes.analysis(id, { where: { passed: true } });
  expect(questions[0]).toMatchObject({ id: 'italy', attempts: 1, no_discrimination: 'too_few_attempts' });
  expect((await askwell.quizzes.analysis(id, { where: { passed: false } })).matching_answers).toBe(0);
  const averaged = { question: 'percentage', where: { passed: true } };
  expect(await askwell.quizzes.averages(id, averaged)).toMatchObject({ average: 50, answers: 1, matching_answers: 1 });

  await askwell.quizzes.attempts.delete(id, attempt.id);
  expect(await askwell.quizzes.results(id)).toMatchObject({ attempts_count: 0 });
  await askwell.quizzes.attempts.create(id, { answers: {} });
  await askwell.quizzes.attempts.reset(id);
  expect(await askwell.quizzes.attempts.list(id).toArray()).toEqual([]);
});

test('regrade scores all attempts again with the corrected answer key', async () => {
  const { id, questions } = await askwell.quizzes.create(capitals);
  const { id: attempt } = await askwell.quizzes.attempts.create(id, { answers: { q1: 'Lutetia' } });
  const corrected = questions.map((question) =>
    question.type === 'text' ? { ...question, answer: ['Lutetia'] } : question,
  );
  await askwell.quizzes.update(id, { questions: corrected });
  const regraded = await askwell.quizzes.regrade(id, { idempotencyKey: 'corrected' });
  expect(regraded).toMatchObject({ quiz_id: id, regraded: 1 });
  expect(await askwell.quizzes.regrade(id, { idempotencyKey: 'corrected' })).toEqual(regraded);
  expect(await askwell.quizzes.attempts.get(id, attempt)).toMatchObject({ score: 1 });
});

test('a quiz with a draw is started without the key, and the attempt contains the start token', async () => {
  const { id } = await askwell.quizzes.create({ ...capitals, draw: 1, time_limit_seconds: 600 });
  const { quiz, started, expires_at } = await askwell.quizzes.start(id);
  expect(quiz.questions).toHaveLength(1);
  expect(expires_at).not.toBeNull();
  expect(await askwell.quizzes.attempts.create(id, { answers: {}, started })).toMatchObject({ score: 0, max_score: 1 });
  expect(await rejectionOf(askwell.quizzes.attempts.create(id, { answers: {} }))).toBeInstanceOf(ValidationError);
});

test('a ticket or voter that starts again gets the same start', async () => {
  const { id } = await askwell.quizzes.create({ ...capitals, draw: 1, one_per: 'ticket' });
  expect(await rejectionOf(askwell.quizzes.start(id))).toMatchObject({ errors: { ticket: ['Required.'] } });
  const { tickets } = await askwell.quizzes.tickets.create(id, 1);
  const [ticket] = tickets;
  const { started } = await askwell.quizzes.start(id, { ticket });
  expect(await askwell.quizzes.start(id, { ticket })).toMatchObject({ started });
  expect(await askwell.quizzes.attempts.create(id, { answers: {}, started, ticket })).toMatchObject({ max_score: 1 });
});

test('a ticket allows one attempt', async () => {
  const { id } = await askwell.quizzes.create({ ...capitals, one_per: 'ticket' });
  const { tickets } = await askwell.quizzes.tickets.create(id, 1);
  await askwell.quizzes.attempts.create(id, { answers: {}, ticket: tickets[0] });
  expect(await askwell.quizzes.tickets.count(id)).toEqual({ count: 1, used: 1 });
});
