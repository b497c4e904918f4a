import { z } from 'zod';
import { countWire, partIdWire, shareWire, timelineWire, timestampWire } from '../api/common-schemas.js';
import {
  askExample,
  askIdWire,
  askStatusWire,
  askTexts,
  askWireMembers,
  exampleIds,
  type KindWire,
} from '../asks/response-schemas.js';
import { namedSchema, request } from '../validation/documented.js';
import { attemptDraftWire, attemptFormWire, attemptReceiptWire, attemptWire } from './attempt-response.js';
import { bandWire, questionWire } from './question-response.js';
import { quizChanges, quizDraft } from './quiz-schema.js';
import type { Quiz, QuizResults, Regraded } from './quiz-types.js';

const id = exampleIds.ask.quiz;
const texts = {
  ...askTexts,
  pass_percentage: '0 to 100.',
  time_limit_seconds: 'Then an attempt has to be started, and the server keeps the time.',
  max_attempts: 'How often one visitor may try; needs `one_per`.',
  reveal: 'How much a visitor is told of their attempt.',
  draw: 'How many of the questions each visitor is asked.',
};

/** The settings that visitors see too. */
export const quizRules = {
  pass_percentage: z.number().nullable(),
  time_limit_seconds: z.int().nullable(),
  max_attempts: z.int().nullable(),
  reveal: z.enum(['nothing', 'score', 'correctness', 'answers']),
  shuffle_questions: z.boolean(),
  shuffle_options: z.boolean(),
};

const quiz = namedSchema<Quiz>()(
  'Quiz',
  z.object({
    ...askWireMembers('quiz'),
    ...quizRules,
    questions: z.array(questionWire),
    draw: z.int().nullable(),
    bands: z.array(bandWire),
  }),
  {
    members: texts,
    examples: [
      {
        ...askExample('quiz', 'Capitals'),
        questions: [
          {
            id: 'q1',
            type: 'single',
            prompt: 'Which is the capital of France?',
            image_url: null,
            options: [
              { id: 'o1', label: 'Lyon', image_url: null },
              { id: 'o2', label: 'Paris', image_url: null },
            ],
            targets: [],
            answer: 'o2',
            case_sensitive: false,
            points: 1,
            penalty: 0,
            partial: false,
            explanation: null,
          },
        ],
        pass_percentage: 50,
        time_limit_seconds: null,
        max_attempts: null,
        reveal: 'correctness',
        shuffle_questions: false,
        shuffle_options: false,
        draw: null,
        bands: [],
      },
    ],
  },
);

/** What the attempts add up to. */
export const quizResultsWire = namedSchema<QuizResults>()(
  'QuizResults',
  z.object({
    quiz_id: askIdWire('quiz'),
    status: askStatusWire,
    attempts_count: countWire,
    average_score: z.number().nullable(),
    average_percentage: z.number().nullable(),
    pass_rate: shareWire.nullable(),
    distribution: z.array(z.object({ score: z.number(), count: countWire })),
    questions: z.array(z.object({ id: partIdWire, correct_rate: shareWire, options: z.record(z.string(), countWire) })),
    timeline: timelineWire,
  }),
  {
    members: {
      average_score: 'Averages are null while there is nothing to average.',
      pass_rate: 'Null where the quiz has no `pass_percentage`.',
      questions: 'For each question, how many had it right and how often each option was picked.',
      timeline: 'By UTC hours.',
    },
    examples: [
      {
        quiz_id: id,
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

/** What marking anew answers. */
export const regradedWire = namedSchema<Regraded>()(
  'Regraded',
  z.object({ quiz_id: askIdWire('quiz'), regraded: countWire, graded_at: timestampWire }),
  {
    members: { regraded: 'How many attempts were marked anew.' },
    examples: [{ quiz_id: id, regraded: 1, graded_at: '2026-01-31T10:00:00.250118Z' }],
  },
);

request('QuizDraft', quizDraft, {
  members: texts,
  examples: [
    {
      title: 'Capitals',
      questions: [
        { type: 'single', prompt: 'Which is the capital of France?', options: ['Lyon', 'Paris'], answer: 'o2' },
      ],
      pass_percentage: 50,
    },
  ],
});
request('QuizChanges', quizChanges, {
  description: 'What is absent stays, null clears, arrays are replaced and matched by id.',
  members: texts,
  examples: [{ reveal: 'answers' }],
});

/** A quiz's part of the document. */
export const quizWire: KindWire = {
  ask: quiz,
  results: quizResultsWire,
  answer: attemptWire,
  receipt: attemptReceiptWire,
  body: attemptDraftWire,
  form: attemptFormWire,
  csv: `id,created_at,score\r\nattempt_${exampleIds.answer},2026-01-31T09:12:44.390112Z,1\r\n`,
};
