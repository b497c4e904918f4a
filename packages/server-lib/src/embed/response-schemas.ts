import { z } from 'zod';
import { countWire, partIdWire, timestampWire } from '../api/common-schemas.js';
import { publicExample, publicHeadMembers } from '../asks/response-schemas.js';
import { fieldWire } from '../forms/field-response.js';
import { formResultsWire, submissionReceiptWire } from '../forms/form-response.js';
import { pollRules } from '../polls/poll-response.js';
import { pollResultsWire } from '../polls/results-response.js';
import { voteReceiptWire } from '../polls/vote-response.js';
import { attemptReceiptWire } from '../quizzes/attempt-response.js';
import { publicQuestionWire } from '../quizzes/question-response.js';
import { quizResultsWire, quizRules } from '../quizzes/quiz-response.js';
import { namedSchema } from '../validation/documented.js';
import type { Embedded, PublicForm, PublicPoll, PublicQuiz, StartedQuiz } from './embed-types.js';

const poll = namedSchema<PublicPoll>()(
  'PublicPoll',
  z.object({
    ...publicHeadMembers('poll'),
    ...pollRules,
    options: z.array(
      z.object({ id: partIdWire, label: z.string(), image_url: z.string().nullable(), full: z.boolean() }),
    ),
  }),
  { description: 'A poll as visitors see it.' },
);

const quizMembers = {
  ...publicHeadMembers('quiz'),
  ...quizRules,
  questions_count: countWire,
  needs_start: z.boolean(),
};

const quiz = namedSchema<PublicQuiz>()(
  'PublicQuiz',
  z.object({ ...quizMembers, questions: z.exactOptional(z.array(publicQuestionWire)) }),
  {
    description: 'A quiz as visitors see it; without questions where starting it gives them.',
    members: {
      questions_count: 'How many a visitor is asked.',
      needs_start: 'Whether an attempt has to be started, which gives the questions.',
    },
  },
);

const form = namedSchema<PublicForm>()(
  'PublicForm',
  z.object({ ...publicHeadMembers('form'), fields: z.array(fieldWire) }),
  {
    description: 'A form as visitors see it.',
  },
);

const texts = {
  results: 'Null unless this visitor may see them now.',
  answer: 'With `answer` in the query: what its visitor is told of it; null when it is no longer there.',
};

/** What `GET /embed/…/{id}` answers, for each kind. */
export const embeddedWires = {
  poll: namedSchema<Embedded<'poll'>>()(
    'EmbeddedPoll',
    z.object({
      poll,
      results: pollResultsWire.nullable(),
      answer: z.exactOptional(voteReceiptWire.nullable()),
    }),
    { members: texts },
  ),
  quiz: namedSchema<Embedded<'quiz'>>()(
    'EmbeddedQuiz',
    z.object({
      quiz,
      results: quizResultsWire.nullable(),
      answer: z.exactOptional(attemptReceiptWire.nullable()),
    }),
    { members: texts },
  ),
  form: namedSchema<Embedded<'form'>>()(
    'EmbeddedForm',
    z.object({
      form,
      results: formResultsWire.nullable(),
      answer: z.exactOptional(submissionReceiptWire.nullable()),
    }),
    { members: texts },
  ),
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
