import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQuizClient, everyQuestionType, plainQuestions } from '../../../test/support/asks/quiz-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let quizzes: Awaited<ReturnType<typeof createQuizClient>>;

beforeAll(async () => {
  server = await startService();
  quizzes = await createQuizClient(server);
});
afterAll(() => server.close());

const single = { type: 'single', prompt: 'Which?', options: ['a', 'b'], answer: 'o1' };

describe('a quiz', () => {
  test('a quiz gets defaults, and shows its keys to the owner', async () => {
    const created = await quizzes.owner('POST', '/quizzes', { title: 'Quiz', questions: [single] });
    expect(created.status).toBe(201);
    expect(created.headers.get('etag')).toBe('"1"');
    expect(created.at('data')).toMatchObject({
      id: expect.stringMatching(/^quiz_[0-9a-z]{20}$/),
      status: 'open',
      one_per: null,
      results_visibility: 'never',
      answers_count: 0,
      version: 1,
      pass_percentage: null,
      time_limit_seconds: null,
      max_attempts: null,
      draw: null,
      bands: [],
      reveal: 'correctness',
      shuffle_questions: false,
      shuffle_options: false,
      questions: [
        {
          id: 'q1',
          type: 'single',
          prompt: 'Which?',
          image_url: null,
          answer: 'o1',
          explanation: null,
          points: 1,
          penalty: 0,
          partial: false,
          case_sensitive: false,
          targets: [],
          options: [
            { id: 'o1', label: 'a', image_url: null },
            { id: 'o2', label: 'b', image_url: null },
          ],
        },
      ],
    });
    const read = await quizzes.owner('GET', `/quizzes/${created.id('data.id')}`);
    expect(read.at('data')).toEqual(created.at('data'));
  });

  test('a quiz accepts its own representation in a PATCH', async () => {
    const id = await quizzes.make({
      pass_percentage: 62.5,
      max_attempts: 3,
      one_per: 'browser',
      reveal: 'answers',
      draw: 5,
      bands: [{ min_percentage: 50, title: 'Half' }],
    });
    const before = await quizzes.owner('GET', `/quizzes/${id}`);
    const { questions, bands } = JSON.parse(before.text).data;
    const after = await quizzes.owner('PATCH', `/quizzes/${id}`, { questions, bands });
    expect(after.status).toBe(200);
    expect(after.at('data.questions')).toEqual(questions);
    expect(after.at('data.bands')).toEqual([{ min_percentage: 50, title: 'Half', message: null }]);
    expect(after.at('data.version')).toBe(1);
  });

  test.each<[string, object, string]>([
    ['no questions', { questions: [] }, 'questions'],
    ['201 questions', { questions: plainQuestions(201) }, 'questions'],
    ['a question without a type', { questions: [{ ...single, type: undefined }] }, 'questions.0.type'],
    ['a question without a prompt', { questions: [{ ...single, prompt: ' ' }] }, 'questions.0.prompt'],
    ['a question without a key', { questions: [single, { ...single, answer: undefined }] }, 'questions.1.answer'],
    [
      'a key with an unknown option',
      { questions: [single, single, { ...single, answer: 'o3' }] },
      'questions.2.answer',
    ],
    ['a key of another type', { questions: [{ ...single, answer: true }] }, 'questions.0.answer'],
    ['a null key', { questions: [{ ...single, answer: null }] }, 'questions.0.answer'],
    ['an unknown member', { questions: [{ ...single, hint: 'x' }] }, 'questions.0.hint'],
    [
      'a duplicate question ID',
      {
        questions: [
          { ...single, id: 'x' },
          { ...single, id: 'x' },
        ],
      },
      'questions.1.id',
    ],
    ['the ID __proto__', { questions: [{ ...single, id: '__proto__' }] }, 'questions.0.id'],
    ['one option', { questions: [{ ...single, options: ['a'] }] }, 'questions.0.options'],
    [
      'options on a type without options',
      { questions: [{ ...everyQuestionType[2], options: ['a', 'b'] }] },
      'questions.0.options',
    ],
    ['targets on a type without targets', { questions: [{ ...single, targets: ['a'] }] }, 'questions.0.targets'],
    ['no targets', { questions: [{ ...everyQuestionType[6], targets: [] }] }, 'questions.0.targets questions.0.answer'],
    ['partial on a single choice', { questions: [{ ...single, partial: true }] }, 'questions.0.partial'],
    [
      'case_sensitive on a single choice',
      { questions: [{ ...single, case_sensitive: true }] },
      'questions.0.case_sensitive',
    ],
    ['points below 0', { questions: [{ ...single, points: -1 }] }, 'questions.0.points'],
    ['points above the maximum', { questions: [{ ...single, points: 10_001 }] }, 'questions.0.points'],
    ['points with too many decimals', { questions: [{ ...single, points: 0.1234567 }] }, 'questions.0.points'],
    ['a penalty below 0', { questions: [{ ...single, penalty: -0.5 }] }, 'questions.0.penalty'],
    [
      'a duplicate option in a key',
      { questions: [{ ...everyQuestionType[1], answer: ['o1', 'o1'] }] },
      'questions.0.answer',
    ],
    ['an empty key', { questions: [{ ...everyQuestionType[1], answer: [] }] }, 'questions.0.answer'],
    [
      'an incomplete order key',
      { questions: [{ ...everyQuestionType[5], answer: ['o1', 'o2'] }] },
      'questions.0.answer',
    ],
    [
      'an incomplete match key',
      { questions: [{ ...everyQuestionType[6], answer: { o1: 't1' } }] },
      'questions.0.answer',
    ],
    [
      'a match key with an unknown target',
      { questions: [{ ...everyQuestionType[6], answer: { o1: 't9' } }] },
      'questions.0.answer',
    ],
    ['an empty text key', { questions: [{ ...everyQuestionType[3], answer: [] }] }, 'questions.0.answer'],
    [
      'a tolerance below 0',
      { questions: [{ ...everyQuestionType[4], answer: { value: 1, tolerance: -1 } }] },
      'questions.0.answer.tolerance',
    ],
    ['pass_percentage above 100', { pass_percentage: 101 }, 'pass_percentage'],
    ['a time limit of 0', { time_limit_seconds: 0 }, 'time_limit_seconds'],
    ['max_attempts without one_per', { max_attempts: 2 }, 'max_attempts'],
    ['a draw above the number of questions', { draw: 8 }, 'draw'],
    ['a draw of 0', { draw: 0 }, 'draw'],
    ['an unknown reveal', { reveal: 'everything' }, 'reveal'],
    ['a band above 100', { bands: [{ min_percentage: 100.5, title: 'x' }] }, 'bands.0.min_percentage'],
    [
      'two bands with the same min_percentage',
      {
        bands: [
          { min_percentage: 5, title: 'x' },
          { min_percentage: 5, title: 'y' },
        ],
      },
      'bands.1.min_percentage',
    ],
  ])('a quiz with %s is refused at its path', async (_name, draft, path) => {
    const refused = await quizzes.owner('POST', '/quizzes', { title: 'Quiz', questions: everyQuestionType, ...draft });
    expect(refused.status).toBe(422);
    expect(Object.keys(JSON.parse(refused.text).errors)).toEqual(path.split(' '));
  });

  test('types, and questions, options and targets that have answers, cannot be changed or removed', async () => {
    const id = await quizzes.make({});
    const { questions } = JSON.parse((await quizzes.owner('GET', `/quizzes/${id}`)).text).data;
    const accepted = await quizzes.attempt(id, { answers: { q1: 'o1', q6: ['o2'], q7: { o1: 't2' } } });
    expect(accepted.status).toBe(201);
    const change = (edit: (list: typeof questions) => unknown) =>
      quizzes.owner('PATCH', `/quizzes/${id}`, { questions: edit(structuredClone(questions)) });
    const replaced = (at: number, to: object) => change((list) => list.with(at, { ...list[at], ...to }));

    expect((await replaced(2, { type: 'text', answer: ['yes'] })).status).toBe(409);
    expect((await change((list) => list.toSpliced(0, 1))).status).toBe(409);
    expect((await replaced(0, { options: ['c', questions[0].options[1]] })).status).toBe(409);
    expect(
      (await replaced(5, { options: ['c', ...questions[5].options.toSpliced(1, 1)], answer: ['o1', 'o3', 'o4'] }))
        .status,
    ).toBe(409);
    const oneTarget = { targets: questions[6].targets.toSpliced(1, 1), answer: { o1: 't1', o2: 't1', o3: 't3' } };
    expect((await replaced(6, oneTarget)).status).toBe(409);

    // Options and questions without answers may be removed.
    const changed = await replaced(0, { options: [questions[0].options[0], 'c'], answer: 'o3' });
    expect(changed.status).toBe(200);
    expect(changed.at('data.questions.0.options.1')).toEqual({ id: 'o3', label: 'c', image_url: null });
    expect((await change((list) => list.toSpliced(1, 1))).status).toBe(200);
  });

  test('a generated ID is never assigned twice', async () => {
    const id = await quizzes.make({ questions: plainQuestions(2) });
    await quizzes.owner('PATCH', `/quizzes/${id}`, { questions: plainQuestions(1) });
    const changed = await quizzes.owner('PATCH', `/quizzes/${id}`, { questions: plainQuestions(2) });
    expect([changed.at('data.questions.0.id'), changed.at('data.questions.1.id')]).toEqual(['q4', 'q5']);
  });
});
