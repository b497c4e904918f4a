import { z } from 'zod';
import { boundedRecord } from '../../base/validation/bounded.js';
import { partIdSchema, timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import {
  answerHeadMembers,
  maxTokenLength,
  otherField,
  visitorMemberSchemas,
} from '../../core/schemas/answer-schema.js';
import { askIdSchema } from '../../core/schemas/ask-schema.js';
import { batchMembers, batchSchema } from '../../core/schemas/batch-schema.js';
import { exampleIds } from '../../core/schemas/examples.js';
import { maxIdLength } from '../inputs/option-list.js';
import { formulasMember } from './formulas-schema.js';
import { publicQuestionSchema, questionAnswerSchema, questionKeySchema } from './question-schema.js';
import { attemptId } from './quiz-examples.js';
import { bandSchema, mostQuestions } from './quiz-schema.js';

const quiz_id = askIdSchema('quiz');
const { id, voter_ref, respondent, language, created_at, updated_at, tags, note } = answerHeadMembers('quiz');

const texts = {
  percentage: '`score` divided by `max_score`, times 100.',
  passed: 'Null if the quiz has no `pass_percentage`.',
  band: 'The highest band that the attempt reached.',
};
const score = {
  score: z.number(),
  max_score: z.number(),
  percentage: described(z.number(), texts.percentage),
  passed: described(z.boolean().nullable(), texts.passed),
  band: described(bandSchema.nullable(), texts.band),
};
component('Score', z.object(score), { description: 'The score of an attempt.', only: 'types' });

const example = {
  id: attemptId,
  quiz_id: exampleIds.ask.quiz,
  score: 1,
  max_score: 1,
  percentage: 100,
  passed: true,
  band: null,
  created_at: '2026-01-31T09:12:44.390112Z',
};

const gradedQuestion = component(
  'GradedQuestion',
  z.object({ id: partIdSchema, correct: z.boolean(), points: z.number() }),
  { description: 'The grade of one answer of an attempt.' },
);

const name = 'The name of the visitor.';
const email = 'The email address of the visitor.';

/** An attempt as its owner sees it. */
export const attemptSchema = component(
  'Attempt',
  z.object({
    id,
    voter_ref,
    respondent,
    language,
    created_at,
    updated_at,
    tags,
    note,
    quiz_id,
    answers: described(z.record(partIdSchema, questionAnswerSchema), 'Answers by question ID.'),
    name: described(z.string().nullable(), name),
    email: described(z.string().nullable(), email),
    ...score,
    questions: z.array(gradedQuestion),
    graded_at: described(timestampSchema, 'The time when the attempt was last graded.'),
  }),
  {
    description: 'An attempt as its owner sees it.',
    extends: ['AnswerHead', 'Score'],
    examples: [
      {
        ...example,
        voter_ref: null,
        respondent: null,
        language: 'en',
        updated_at: example.created_at,
        tags: [],
        note: '',
        answers: { q1: 'o2' },
        name: 'Visitor',
        email: null,
        questions: [{ id: 'q1', correct: true, points: 1 }],
        graded_at: '2026-01-31T09:12:44.390112Z',
      },
    ],
  },
);

export const revealedQuestionMembers = {
  id: partIdSchema,
  correct: z.boolean().nullable(),
  points: z.number().nullable(),
  max_points: described(
    z.exactOptional(z.number()),
    'The points of the question, if `points` is shown. A partly correct answer has points between 0 and this number.',
  ),
  answer: described(questionKeySchema.nullable(), 'The answer key.'),
  explanation: z.string().nullable(),
};
const revealedQuestion = component('RevealedQuestion', z.object(revealedQuestionMembers), {
  description: 'The grade of one answer as its visitor sees it. Members that `reveal` hides are null.',
});

/** An attempt as its visitor sees it. */
export const attemptReceiptSchema = component(
  'AttemptReceipt',
  z.object({
    id,
    quiz_id,
    score: z.number().nullable(),
    max_score: z.number().nullable(),
    percentage: described(z.number().nullable(), texts.percentage),
    passed: score.passed,
    band: score.band,
    questions: z.array(revealedQuestion),
    message: described(z.string().nullable(), 'The message of the quiz for visitors who answered.'),
    redirect_url: described(z.string().nullable(), 'The URL to which visitors go after they answer.'),
    created_at,
    formulas: formulasMember,
  }),
  {
    description: 'An attempt as its visitor sees it. Members that `reveal` hides are null.',
    examples: [
      {
        ...example,
        questions: [{ id: 'q1', correct: true, points: 1, max_points: 1, answer: null, explanation: null }],
        message: null,
        redirect_url: null,
      },
    ],
  },
);

/** The questions and answers of an attempt, for its visitor to review. */
export const attemptReviewSchema = component(
  'AttemptReview',
  z.object({
    questions: z.array(publicQuestionSchema),
    answers: described(z.record(partIdSchema, questionAnswerSchema), 'Answers by question ID.'),
  }),
  { description: 'The questions and the answers of an attempt, for its visitor.' },
);

const draftMembers = {
  name: described(rawText(100).optional(), name),
  email: described(rawText(254).optional(), email),
  started: described(
    rawText(maxTokenLength).optional(),
    'The token from the start of the quiz. Required if the quiz has a time limit, a draw or `feedback: "each"`.',
  ),
  ...visitorMemberSchemas,
};

/** An attempt that is sent as JSON. */
export const attemptDraftSchema = component(
  'AttemptDraft',
  z.strictObject({
    answers: described(
      boundedRecord(rawText(maxIdLength), questionAnswerSchema.nullable(), { max: mostQuestions }),
      'Answers by question ID. Null means no answer.',
    ),
    ...draftMembers,
  }),
  {
    description: 'The body of `POST /api/v1/quizzes/{id}/attempts`.',
    extends: ['VisitorDraft'],
    examples: [{ answers: { q1: 'o2' }, name: 'Visitor' }],
  },
);

/** Many attempts that are sent with a key. */
export const attemptBatchSchema = component(
  'AttemptBatch',
  batchSchema(
    component('BatchAttempt', attemptDraftSchema.extend(batchMembers), {
      description: 'An attempt in a batch.',
      extends: ['AttemptDraft', 'BatchMembers'],
    }),
  ),
  {
    description: 'The body of `POST /api/v1/quizzes/{id}/attempts/batch`.',
    examples: [{ answers: [{ answers: { q1: 'o2' }, name: 'Visitor', id: 'paper-17' }] }],
  },
);

/** An attempt from an HTML form. */
export const attemptFormSchema = component('AttemptForm', z.object(draftMembers).catchall(otherField), {
  description:
    'An attempt from an HTML form. The field `q1` is the answer to the question with the ID `q1`, `q1.rank.o1` the position of an option, and `q1.o1` the target of an option.',
  only: 'document',
  examples: [{ q1: 'o2', name: 'Visitor' }],
});
