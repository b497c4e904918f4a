import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';
import { exampleIds } from '../../core/schemas/examples.js';

const number = z.int().min(0);

const exampleQuality = {
  id: 'q1',
  prompt: 'What is the capital of France?',
  attempts: 60,
  difficulty: 0.75,
  discrimination: 0.4,
  no_discrimination: null,
};

const questionQuality = component(
  'QuestionQuality',
  z.object({
    id: z.string(),
    prompt: described(z.string(), 'The text of the question.'),
    attempts: described(number, 'The attempts to which the question was put.'),
    difficulty: described(
      z.number().nullable(),
      'The share of the points that these attempts reached: the lower, the harder. Negative if penalties prevail. Null without attempts or points.',
    ),
    discrimination: described(
      z.number().nullable(),
      'The correlation of the points with the share of the points reached in the other questions, from -1 to 1.',
    ),
    no_discrimination: described(
      z.enum(['too_few_attempts', 'no_other_question', 'all_equal']).nullable(),
      'Why `discrimination` is null: fewer than 20 attempts, no other question, or the same points in all attempts.',
    ),
  }),
  {
    description: 'How well a question separates good attempts from others.',
    examples: [exampleQuality],
  },
);

/** The analysis of the questions of a quiz. */
export const quizAnalysis = component(
  'QuizAnalysis',
  z.object({
    quiz_id: z.string(),
    questions: described(z.array(questionQuality), 'The questions, in the order of the quiz.'),
    matching_answers: described(number, 'The attempts that were read, because they match the filters.'),
    oldest_left_out: described(z.boolean(), 'Whether older attempts were not read, because there are too many.'),
  }),
  {
    description: 'The difficulty and the discrimination of the questions of a quiz.',
    examples: [
      {
        quiz_id: exampleIds.ask.quiz,
        questions: [exampleQuality],
        matching_answers: 60,
        oldest_left_out: false,
      },
    ],
  },
);
