import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { everyQuestionType, plainQuestions } from '../../../test/support/asks/quiz-client.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';
import { idsOf } from '../../../test/support/asks/quiz-starts.js';

const quizzes = useQuizServer();

describe('a draw', () => {
  test('a draw gives each visitor some questions of the pool, and only these are marked', async () => {
    const quiz = await quizzes.make({ questions: plainQuestions(10), draw: 4, reveal: 'answers' });
    const seen = new Set<string>();
    for (let round = 0; round < 50; round++) {
      const { quiz: view, started, expires_at } = await quizzes.begin(quiz);
      const drawn = idsOf(view.questions);
      expect([drawn.length, view.questions_count, expires_at]).toEqual([4, 4, null]);
      expect(drawn).toEqual([...drawn].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))));
      for (const id of drawn) seen.add(id);
      const answers = Object.fromEntries(drawn.slice(1).map((id) => [id, true]));
      const accepted = await quizzes.attempt(quiz, { answers, started });
      expect([accepted.status, accepted.at('data.score'), accepted.at('data.max_score')]).toEqual([201, 3, 4]);
      expect(idsOf(z.array(z.object({ id: z.string() })).parse(accepted.at('data.questions')))).toEqual(drawn);
    }
    // The probability that fifty draws of four miss one of ten questions is 1e-10.
    expect(seen.size).toBe(10);
    expect(await quizzes.results(quiz)).toMatchObject({ attempts_count: 50, distribution: [{ score: 3, count: 50 }] });
  });

  test('answers to questions that were not drawn, and attempts without a start, are refused', async () => {
    const quiz = await quizzes.make({ questions: plainQuestions(3), draw: 1 });
    const { quiz: view, started } = await quizzes.begin(quiz);
    const undrawn = ['q1', 'q2', 'q3'].find((id) => id !== view.questions[0]?.id) ?? '';
    const refused = await quizzes.attempt(quiz, { answers: { [undrawn]: true }, started });
    expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([422, [`answers.${undrawn}`]]);
    expect((await quizzes.attempt(quiz, { answers: {} })).at('errors.started')).toBeDefined();
    // A refused attempt does not use up the start.
    expect((await quizzes.attempt(quiz, { answers: {}, started })).status).toBe(201);
  });
});

describe('the order of options', () => {
  const listed = ['Moon', 'Earth', 'Sun'];
  const questions = [
    { type: 'order', prompt: 'By size?', options: listed, answer: ['o1', 'o2', 'o3'] },
    {
      ...everyQuestionType[6],
      options: ['Cat', 'Dog', 'Cow', 'Owl'],
      answer: { o1: 't1', o2: 't2', o3: 't3', o4: 't1' },
    },
    { type: 'single', prompt: 'Which?', options: ['a', 'b', 'c', 'd'], answer: 'o1' },
  ];
  const views = async (quiz: string) => {
    const starts = await Promise.all(Array.from({ length: 40 }, () => quizzes.begin(quiz)));
    return starts.map(({ quiz: view }) => new Map(view.questions.map((question) => [question.id, question])));
  };
  const orders = (list: readonly (readonly { id: string }[] | undefined)[]) =>
    new Set(list.map((parts) => idsOf(parts ?? []).join(' ')));

  test('options of order and match questions are never in the correct order, and their order differs between starts', async () => {
    const seen = await views(await quizzes.make({ questions }));
    const shown = orders(seen.map((view) => view.get('q1')?.options));
    expect(shown.has('o1 o2 o3')).toBe(false);
    expect(shown.size).toBeGreaterThan(1);
    expect(orders(seen.map((view) => view.get('q2')?.targets)).size).toBeGreaterThan(1);
  });

  test("options of other types are in the author's order, unless they are shuffled", async () => {
    const plain = await views(await quizzes.make({ questions }));
    expect(orders(plain.map((view) => view.get('q3')?.options))).toEqual(new Set(['o1 o2 o3 o4']));
    expect(orders(plain.map((view) => view.get('q2')?.options))).toEqual(new Set(['o1 o2 o3 o4']));
    expect(new Set(plain.map((view) => [...view.keys()].join(' ')))).toEqual(new Set(['q1 q2 q3']));
    const mixed = await views(await quizzes.make({ questions, shuffle_questions: true, shuffle_options: true }));
    expect(orders(mixed.map((view) => view.get('q3')?.options)).size).toBeGreaterThan(1);
    expect(orders(mixed.map((view) => view.get('q2')?.options)).size).toBeGreaterThan(1);
    expect(new Set(mixed.map((view) => [...view.keys()].join(' '))).size).toBeGreaterThan(1);
  });
});
