import { z } from 'zod';
import {
  countSchema,
  partIdSchema,
  shareSchema,
  timelineSchema,
  timestampSchema,
} from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { askIdSchema, askStatus } from '../../core/schemas/ask-schema.js';
import { exampleIds } from '../../core/schemas/examples.js';

const quiz_id = askIdSchema('quiz');

const questionResult = component(
  'QuestionResult',
  z.object({
    id: partIdSchema,
    correct_rate: described(
      shareSchema,
      'Share of correct answers among the visitors who got the question. 0 without visitors.',
    ),
    options: described(
      z.record(z.string(), countSchema),
      'Number of answers for each option of the types "single" and "multiple", and for `true` and `false` of the type "boolean". Empty for other types.',
    ),
  }),
  { description: 'The result of one question.' },
);

const scoreCount = component('ScoreCount', z.object({ score: z.number(), count: countSchema }), {
  description: 'Number of attempts with one score.',
});

export const quizResultsSchema = component(
  'QuizResults',
  z.object({
    quiz_id,
    status: askStatus,
    attempts_count: described(countSchema, 'Number of attempts.'),
    average_score: described(z.number().nullable(), 'Null without attempts.'),
    average_percentage: described(z.number().nullable(), 'Null without attempts.'),
    pass_rate: described(shareSchema.nullable(), 'Share of passed attempts. Null without `pass_percentage`.'),
    distribution: described(
      z.array(scoreCount),
      'Number of attempts for each score. Visitors see at most 1,000 entries, each of which counts the scores up to the next entry.',
    ),
    questions: described(z.array(questionResult), 'A result for each question, in the order of the quiz.'),
    timeline: described(
      timelineSchema,
      'Attempts by UTC hour, without empty hours. Visitors see the latest 2,000 hours.',
    ),
  }),
  {
    description: 'The results of a quiz.',
    examples: [
      {
        quiz_id: exampleIds.ask.quiz,
        status: 'open',
        attempts_count: 1,
        average_score: 1,
        average_percentage: 100,
        pass_rate: 1,
        distribution: [{ score: 1, count: 1 }],
        questions: [{ id: 'q1', correct_rate: 1, options: { o1: 0, o2: 1 } }],
        timeline: [{ at: '2026-01-31T09:00:00.000000Z', count: 1 }],
      },
    ],
  },
);

export const regradedSchema = component(
  'Regraded',
  z.object({
    quiz_id,
    regraded: described(countSchema, 'Number of attempts that were graded again.'),
    graded_at: timestampSchema,
  }),
  {
    description: 'The response of `POST /api/v1/quizzes/{id}/regrade`.',
    examples: [{ quiz_id: exampleIds.ask.quiz, regraded: 1, graded_at: '2026-01-31T10:00:00.250118Z' }],
  },
);
