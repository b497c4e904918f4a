import { z } from 'zod';
import { component, componentOf, described } from '../../base/validation/documented.js';
import { formResultsSchema } from '../../kinds/form/form-results-schema.js';
import { publicFormSchema } from '../../kinds/form/form-schema.js';
import { submissionReceiptSchema } from '../../kinds/form/submission-schema.js';
import { pollResultsSchema } from '../../kinds/poll/poll-results-schema.js';
import { publicPollSchema } from '../../kinds/poll/poll-schema.js';
import { voteReceiptSchema } from '../../kinds/poll/vote-schema.js';
import { attemptReceiptSchema, attemptReviewSchema } from '../../kinds/quiz/attempt-schema.js';
import { quizResultsSchema } from '../../kinds/quiz/quiz-results-schema.js';
import { publicQuizSchema } from '../../kinds/quiz/quiz-schema.js';
import type { Embedded } from '../../shared/contract/embed-types.js';

const results = <Schema extends z.ZodType>(schema: Schema) =>
  described(schema.nullable(), 'Null if this visitor cannot see results now.');
const answer = <Schema extends z.ZodType>(schema: Schema) =>
  described(
    z.exactOptional(schema.nullable()),
    'Only with the query parameter `answer`: the answer as its visitor sees it. Null if it was deleted.',
  );

/** The responses of `GET /embed/polls/{id}`, `/embed/quizzes/{id}` and `/embed/forms/{id}`, by kind. */
export const embeddedSchemas = {
  poll: componentOf<Embedded<'poll'>>()(
    'EmbeddedPoll',
    z.object({
      poll: publicPollSchema,
      results: results(pollResultsSchema),
      answer: answer(voteReceiptSchema),
    }),
    { description: 'A poll that a visitor opens.' },
  ),
  quiz: componentOf<Embedded<'quiz'>>()(
    'EmbeddedQuiz',
    z.object({
      quiz: publicQuizSchema,
      results: results(quizResultsSchema),
      answer: answer(attemptReceiptSchema),
      attempt: described(
        z.exactOptional(attemptReviewSchema.nullable()),
        'Only with the query parameter `answer`. Null if the quiz does not reveal which answers are correct.',
      ),
    }),
    { description: 'A quiz that a visitor opens.' },
  ),
  // The compiler cannot compare types that contain themselves, such as `When`, in both directions.
  form: component(
    'EmbeddedForm',
    z.object({
      form: publicFormSchema,
      results: results(formResultsSchema),
      answer: answer(submissionReceiptSchema),
    }) satisfies z.ZodType<Embedded<'form'>>,
    { description: 'A form that a visitor opens.', only: 'document' },
  ),
};
