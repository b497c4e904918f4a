import { z } from 'zod';
import { askMembers } from '../asks/definition/definition-schema.js';
import { fault } from '../faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { decimalPlaces } from '../inputs/number/decimal.js';
import { label, partId, webUrl } from '../inputs/options/option-list.js';
import { requiredText, text } from '../validation/text.js';
import type { QuizChanges, QuizDraft } from './quiz-types.js';

const mostQuestions = 200;
const mostOptions = 200;
const mostPoints = 10_000;
const longestTime = 7 * 24 * 3600;
/** Scores are kept to so many decimal places. */
const finest = 6;

const longText = text(5_000).transform((value) => (value === '' ? null : value));
const imageUrl = webUrl.nullable().optional();

const fine = z.number().refine((value) => decimalPlaces(value) <= finest, {
  error: faultMessage(fault('too_many_decimals', { max: finest })),
});
const points = fine.min(0).max(mostPoints);
const percentage = fine.min(0).max(100);

const option = z.union([label, z.strictObject({ id: partId.optional(), label, image_url: imageUrl })]);

/** Whether a key fits its question is judged when the quiz is settled. */
const answer = z.union(
  [
    z.boolean(),
    z.string(),
    z.array(requiredText(5_000)).max(mostOptions),
    z.strictObject({ value: z.number(), tolerance: z.number().min(0).optional() }),
    z.record(partId, partId),
  ],
  { error: ({ input }) => faultMessage(fault(input === undefined ? 'required' : 'invalid_key_type')) },
);

const question = z.strictObject({
  id: partId.optional(),
  type: z.enum(['single', 'multiple', 'boolean', 'text', 'number', 'order', 'match']),
  prompt: requiredText(5_000),
  image_url: imageUrl,
  options: z.array(option).max(mostOptions).optional(),
  targets: z.array(option).max(mostOptions).optional(),
  answer,
  case_sensitive: z.boolean().optional(),
  points: points.optional(),
  penalty: points.optional(),
  partial: z.boolean().optional(),
  explanation: longText.nullable().optional(),
});

const band = z.strictObject({
  min_percentage: percentage,
  title: requiredText(300),
  message: longText.nullable().optional(),
});

const members = {
  questions: z.array(question).min(1).max(mostQuestions).optional(),
  pass_percentage: percentage.nullable().optional(),
  time_limit_seconds: z.int().min(1).max(longestTime).nullable().optional(),
  max_attempts: z.int().min(1).max(1_000).nullable().optional(),
  reveal: z.enum(['nothing', 'score', 'correctness', 'answers']).optional(),
  shuffle_questions: z.boolean().optional(),
  shuffle_options: z.boolean().optional(),
  draw: z.int().min(1).max(mostQuestions).nullable().optional(),
  bands: z.array(band).max(100).optional(),
};

export const quizDraft = z.strictObject({
  ...askMembers,
  ...members,
  title: askMembers.title.unwrap(),
  questions: members.questions.unwrap(),
}) satisfies z.ZodType<QuizDraft>;

export const quizChanges = z.strictObject({ ...askMembers, ...members }) satisfies z.ZodType<QuizChanges>;
