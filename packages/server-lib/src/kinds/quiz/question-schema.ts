import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray, boundedRecord } from '../../base/validation/bounded.js';
import { partIdSchema } from '../../base/validation/common-schemas.js';
import { component, described, onlyFor, translatable } from '../../base/validation/documented.js';
import { rawText, requiredText } from '../../base/validation/text.js';
import { webUrl } from '../../base/validation/web-url.js';
import { longText, markdownText } from '../../core/schemas/ask-schema.js';
import type { Question, QuestionDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { decimalPlaces } from '../inputs/decimal.js';
import { label, maxIdLength, partId } from '../inputs/option-list.js';
import { maxTextLength } from '../inputs/text.js';

const mostOptions = 200;
const mostPoints = 10_000;
/** The maximum number of decimal places of a score. */
const finest = 6;

/** A number with few enough decimal places. */
export const scoreNumber = z.number().refine((value) => decimalPlaces(value) <= finest, {
  error: faultMessage(fault('too_many_decimals', { max: finest })),
});
const points = scoreNumber.min(0).max(mostPoints);

const image_url = described(webUrl.nullable(), 'HTTP or HTTPS URL. Visitors’ browsers load the image.', null);
const optionMembers = {
  id: described(partId, '1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `t1` …'),
  label,
  image_url,
};
const option = component('QuestionOption', z.object(optionMembers), { description: 'An option or target.' });
const optionDraft = component(
  'QuestionOptionDraft',
  z.union([label, z.strictObject(optionMembers).partial().extend({ label })]),
  { description: 'An option or target in a request: a label, or an object.' },
);

const questionType = component(
  'QuestionType',
  z.enum(['single', 'multiple', 'boolean', 'text', 'number', 'order', 'match']),
);

const typesWithOptions = ['single', 'multiple', 'order', 'match'];

const texts = {
  options: 'The options to choose from, to order or to match.',
  targets: 'The values to match with the options.',
  answer: 'The answer key. Its form depends on `type`.',
};

const members = {
  id: described(partId, '1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `q1`, `q2` …'),
  prompt: described(
    translatable(requiredText(5_000)),
    'In a subset of Markdown: emphasis, strong text, code, links and formulas.',
  ),
  image_url,
  case_sensitive: onlyFor(['text'], described(z.boolean(), 'Upper and lower case differ.', false)),
  points: described(points, 'Points for a correct answer.', 1),
  penalty: described(points, 'Points that a wrong answer loses. No answer loses none.', 0),
  partial: onlyFor(['multiple', 'order', 'match'], described(z.boolean(), 'Partial credit.', false)),
  explanation: described(longText.nullable(), `Shown together with the answer key. ${markdownText}`, null),
};
const drafts = z.strictObject(members).partial().shape;
const optionsDraft = boundedArray(optionDraft, { max: mostOptions });

/** The key of any question. `validateQuiz` checks whether the key is valid for its question. */
const keyDraft = z.union(
  [
    z.boolean(),
    rawText(5_000),
    boundedArray(requiredText(5_000), { max: mostOptions }),
    z.strictObject({ value: z.number(), tolerance: z.number().min(0).optional() }),
    boundedRecord(partId, partId, { max: mostOptions }),
  ],
  { error: ({ input }) => faultMessage(fault(input === undefined ? 'required' : 'invalid_key_type')) },
);

/** A question in requests. */
export const questionDraft = component(
  'QuestionDraft',
  z.strictObject({
    id: drafts.id,
    type: described(questionType, 'Cannot change after the first attempt.'),
    prompt: members.prompt,
    image_url: drafts.image_url,
    options: onlyFor(typesWithOptions, described(optionsDraft, texts.options, [])).optional(),
    targets: onlyFor(['match'], described(optionsDraft, texts.targets, [])).optional(),
    answer: described(keyDraft, texts.answer),
    case_sensitive: drafts.case_sensitive,
    points: drafts.points,
    penalty: drafts.penalty,
    partial: drafts.partial,
    explanation: drafts.explanation,
  }),
  { description: 'A question in a request.' },
) satisfies z.ZodType<QuestionDraft>;

const { id, prompt, ...ownMembers } = members;
const publicHead = {
  id,
  prompt,
  image_url,
  options: onlyFor(typesWithOptions, described(z.array(option), texts.options)),
  targets: onlyFor(['match'], described(z.array(option), texts.targets)),
};
const head = { ...publicHead, ...ownMembers };
component('QuestionHead', z.object(head), { description: 'The members of all types of questions.', only: 'types' });

const numberKey = component('NumberKey', z.object({ value: z.number(), tolerance: z.number() }), {
  description: 'Answers are correct if they differ from `value` by at most `tolerance`.',
});
const ids = z.array(partIdSchema);

const question = <Type extends z.ZodType, Key extends z.ZodType>(
  name: string,
  type: Type,
  key: Key,
  { one, answer }: { one: string; answer: string },
) =>
  component(`${name}Question`, z.object({ ...head, type, answer: described(key, answer) }), {
    description: `A question for ${one}.`,
    extends: ['QuestionHead'],
  });

/** A question with its answer key. */
export const questionSchema = component(
  'Question',
  z.discriminatedUnion('type', [
    question('Single', z.literal('single'), partIdSchema, {
      one: 'one of the options',
      answer: 'The ID of the correct option.',
    }),
    question('Multiple', z.literal('multiple'), ids, {
      one: 'several of the options',
      answer: 'The IDs of all correct options.',
    }),
    question('Boolean', z.literal('boolean'), z.boolean(), { one: 'true or false', answer: 'The correct answer.' }),
    question('Text', z.literal('text'), z.array(z.string()), { one: 'a text', answer: 'All correct texts.' }),
    question('Number', z.literal('number'), numberKey, { one: 'a number', answer: 'The correct numbers.' }),
    question('Order', z.literal('order'), ids, {
      one: 'the order of the options',
      answer: 'The IDs of all options in the correct order.',
    }),
    question('Match', z.literal('match'), z.record(partIdSchema, partIdSchema), {
      one: 'pairs of options and targets',
      answer: 'The ID of the correct target for the ID of each option.',
    }),
  ]),
  { description: 'A question as its owner sees it. The form of its answer key depends on its type.' },
) satisfies z.ZodType<Question>;

/** A question as visitors see it. */
export const publicQuestionSchema = component('PublicQuestion', z.object({ ...publicHead, type: questionType }), {
  description: 'A question as visitors see it, without its answer key.',
});

/** The answer key of any question. */
export const questionKeySchema = component(
  'QuestionKey',
  z.union([z.boolean(), z.string(), z.array(z.string()), numberKey, z.record(partIdSchema, partIdSchema)]),
  { description: 'The answer key of a question. Its form depends on the type of the question.' },
);

const answeredId = rawText(maxIdLength);

/** The answer to any question. */
export const questionAnswerSchema = component(
  'QuestionAnswer',
  z.union([
    z.boolean(),
    z.number(),
    rawText(maxTextLength),
    boundedArray(answeredId, { max: mostOptions }),
    boundedRecord(answeredId, answeredId, { max: mostOptions }),
  ]),
  {
    description:
      'The answer to a question. Depending on its type: the ID of an option, an array of IDs, a boolean, a text, a number, or an object with the ID of a target for the ID of each option.',
  },
);
