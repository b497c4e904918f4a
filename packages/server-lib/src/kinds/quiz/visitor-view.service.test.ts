import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQuizClient, everyQuestionType } from '../../../test/support/asks/quiz-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { publicQuizPart } from './visitor-view.js';

let server: TestServer;
let quizzes: Awaited<ReturnType<typeof createQuizClient>>;

beforeAll(async () => {
  server = await startService();
  quizzes = await createQuizClient(server);
});
afterAll(() => server.close());

async function view(draft: object) {
  const quiz = await server.services.quizzes.submitService.find(await quizzes.make(draft));
  if (!quiz) throw new Error('The quiz that was made is not there.');
  return publicQuizPart(quiz, server.services.secret.key);
}

describe('the view of a quiz that was not started', () => {
  test('the view contains every part of the questions except their keys', async () => {
    const secrets = { points: 2, penalty: 1, explanation: 'Because.' };
    const questions = everyQuestionType.map((question) => ({ ...question, ...secrets }));
    const seen = await view({ questions, bands: [{ min_percentage: 10, title: 'Fine' }], pass_percentage: 50 });
    expect(Object.keys(seen).sort()).toEqual([
      ...[
        'collect_email',
        'collect_name',
        'feedback',
        'max_attempts',
        'needs_start',
        'pass_percentage',
        'questions',
        'questions_count',
        'reveal',
      ],
      ...['shuffle_options', 'shuffle_questions', 'time_limit_seconds'],
    ]);
    expect(seen.questions?.map(({ id, type, prompt }) => ({ id, type, prompt }))).toEqual(
      everyQuestionType.map(({ type, prompt }, at) => ({ id: `q${at + 1}`, type, prompt })),
    );
    for (const question of seen.questions ?? []) {
      expect(Object.keys(question).sort()).toEqual(['id', 'image_url', 'options', 'prompt', 'targets', 'type']);
      for (const part of [...question.options, ...question.targets])
        expect(Object.keys(part).sort()).toEqual(['id', 'image_url', 'label']);
    }
  });

  test.each([
    ['a time limit', { time_limit_seconds: 60 }],
    ['a draw', { draw: 2 }],
  ])('the view of a quiz with %s has no questions', async (_name, draft) => {
    const seen = await view(draft);
    expect(seen.needs_start).toBe(true);
    expect(Object.keys(seen)).not.toContain('questions');
  });

  test('the order of options is the same for all visitors, and never the correct one', async () => {
    const listed = { type: 'order', prompt: 'By size?', options: ['a', 'b', 'c'], answer: ['o1', 'o2', 'o3'] };
    const quiz = await quizzes.make({ questions: Array.from({ length: 60 }, () => listed), shuffle_questions: true });
    const found = await server.services.quizzes.submitService.find(quiz);
    const seen = found && publicQuizPart(found, server.services.secret.key);
    expect(found && publicQuizPart(found, server.services.secret.key)).toEqual(seen);
    const orders = new Set(seen?.questions?.map(({ options }) => options.map(({ id }) => id).join(' ')));
    expect(orders.has('o1 o2 o3')).toBe(false);
    expect(orders.size).toBeGreaterThan(1);
    expect(seen?.questions?.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, at) => `q${at + 1}`));
  });

  test('two options can be in either order, so that the order reveals nothing', async () => {
    const pair = { type: 'order', prompt: 'First?', options: ['a', 'b'], answer: ['o1', 'o2'] };
    const seen = await view({ questions: Array.from({ length: 60 }, () => pair) });
    const orders = new Set(seen.questions?.map(({ options }) => options.map(({ id }) => id).join(' ')));
    expect(orders).toEqual(new Set(['o1 o2', 'o2 o1']));
  });
});
