import { z } from 'zod';
import { partIdWire } from '../api/common-schemas.js';
import { publicHeadMembers } from '../asks/response-schemas.js';
import { fieldWire } from '../forms/field-response.js';
import { formResultsWire, submissionReceiptWire } from '../forms/form-response.js';
import type { PublicForm } from '../forms/public-form.js';
import { pollRules } from '../polls/poll-response.js';
import type { PublicPoll } from '../polls/public-poll.js';
import { pollResultsWire } from '../polls/results-response.js';
import { voteReceiptWire } from '../polls/vote-response.js';
import { attemptReceiptWire } from '../quizzes/attempt-response.js';
import type { PublicQuiz } from '../quizzes/public-quiz.js';
import { publicQuestionWire } from '../quizzes/question-response.js';
import { quizResultsWire } from '../quizzes/quiz-response.js';
import { quizMembers } from '../quizzes/start/started-quiz-response.js';
import { namedSchema } from '../validation/documented.js';
import type { Embedded } from './embed-types.js';

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
