import { z } from 'zod';
import { countWire, timestampWire } from '../../api/common-schemas.js';
import { publicExample, publicHeadMembers } from '../../asks/response-schemas.js';
import { namedSchema } from '../../validation/documented.js';
import type { StartedQuiz } from '../public-quiz.js';
import { publicQuestionWire } from '../question-response.js';
import { quizRules } from '../quiz-response.js';

/** The members of a quiz that visitors see. */
export const quizMembers = {
  ...publicHeadMembers('quiz'),
  ...quizRules,
  questions_count: countWire,
  needs_start: z.boolean(),
};

/** What starting a quiz gives. */
export const startedQuizWire = namedSchema<StartedQuiz>()(
  'StartedQuiz',
  z.object({
    quiz: z.object({ ...quizMembers, questions: z.array(publicQuestionWire) }),
    started: z.string(),
    expires_at: timestampWire.nullable(),
    seconds_left: z.int().min(0).nullable(),
  }),
  {
    members: {
      started: 'To be sent along with the attempt, once.',
      expires_at: 'Null where there is no time limit.',
      seconds_left: 'Seconds until then by the clock of the server.',
    },
    examples: [
      {
        quiz: {
          ...publicExample('quiz', 'Capitals'),
          questions_count: 1,
          pass_percentage: null,
          time_limit_seconds: 60,
          max_attempts: null,
          reveal: 'correctness',
          shuffle_questions: false,
          shuffle_options: false,
          needs_start: true,
          questions: [
            { id: 'q1', type: 'boolean', prompt: 'Is Paris a capital?', image_url: null, options: [], targets: [] },
          ],
        },
        started: 'AAYv1xvJm2kq8XkTq0Zb5w',
        expires_at: '2026-01-31T09:13:44.390112Z',
        seconds_left: 60,
      },
    ],
  },
);
