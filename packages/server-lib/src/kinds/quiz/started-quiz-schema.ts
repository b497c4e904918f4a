import { z } from 'zod';
import { timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { maxTokenLength, visitorMemberSchemas } from '../../core/schemas/answer-schema.js';
import { publicExample } from '../../core/schemas/examples.js';
import { checkedQuestionSchema } from './check-schema.js';
import { quizWithQuestionsSchema } from './quiz-schema.js';

/** The body of a start. */
export const startDraftSchema = component(
  'StartDraft',
  z.strictObject({
    ...visitorMemberSchemas,
    started: described(rawText(maxTokenLength).optional(), 'The token of an earlier start, to continue it.'),
  }),
  {
    description: 'The body of `POST /embed/quizzes/{id}/start`: the `voter` or ticket that the attempt will have.',
    extends: ['VisitorDraft'],
    examples: [{ ticket: 'ABCD-EFGH-JKMN-PQRS' }],
  },
);

export const startedQuizSchema = component(
  'StartedQuiz',
  z.object({
    quiz: quizWithQuestionsSchema,
    started: described(z.string(), 'The token that the attempt must contain. It can be used once.'),
    expires_at: described(timestampSchema.nullable(), 'The end of the time limit. Null without a time limit.'),
    seconds_left: described(
      z.int().min(0).nullable(),
      'Seconds until `expires_at` by the clock of the server. Null without a time limit.',
    ),
    checks: described(
      z.array(checkedQuestionSchema),
      'The questions that were checked since this start. Empty without `feedback: "each"`.',
    ),
  }),
  {
    description: 'The response of `POST /embed/quizzes/{id}/start`.',
    examples: [
      {
        quiz: {
          ...publicExample('quiz', 'Capitals'),
          questions_count: 1,
          pass_percentage: null,
          time_limit_seconds: 60,
          max_attempts: null,
          reveal: 'correctness',
          feedback: 'end',
          shuffle_questions: false,
          shuffle_options: false,
          collect_name: false,
          collect_email: false,
          needs_start: true,
          questions: [
            { id: 'q1', type: 'boolean', prompt: 'Is Paris a capital?', image_url: null, options: [], targets: [] },
          ],
        },
        started: 'AAYv1xvJm2kq8XkTq0Zb5w',
        expires_at: '2026-01-31T09:13:44.390112Z',
        seconds_left: 60,
        checks: [],
      },
    ],
  },
);
