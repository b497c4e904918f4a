import { z } from 'zod';
import { partIdWire } from '../api/common-schemas.js';
import { namedSchema } from '../validation/documented.js';
import type {
  Band,
  NumberKey,
  PublicQuestion,
  Question,
  QuestionAnswer,
  QuestionKeys,
  QuestionOption,
  QuestionType,
} from './quiz-types.js';

const option = namedSchema<QuestionOption>()(
  'QuestionOption',
  z.object({ id: partIdWire, label: z.string(), image_url: z.string().nullable() }),
);

const head = {
  id: partIdWire,
  prompt: z.string(),
  image_url: z.string().nullable(),
  options: z.array(option),
  targets: z.array(option),
};

const ownHead = {
  ...head,
  case_sensitive: z.boolean(),
  points: z.number(),
  penalty: z.number(),
  partial: z.boolean(),
  explanation: z.string().nullable(),
};

const numberKey = z.object({ value: z.number(), tolerance: z.number() }) satisfies z.ZodType<NumberKey>;
const ids = z.array(partIdWire);

/** What questions' members mean. */
export const questionTexts = {
  options: 'Of the types single, multiple, order and match.',
  targets: 'What the options of a match go with.',
  answer: 'The key, as the type has it.',
  case_sensitive: 'Of the type text.',
  penalty: 'What a wrong answer takes away; leaving a question out takes nothing.',
  partial: 'Whether an answer that is right in part earns a part; of the types multiple, order and match.',
  explanation: 'Shown with the key.',
};

/** A question with its key, by its type. */
export const questionWire = namedSchema<Question>()(
  'Question',
  z.discriminatedUnion('type', [
    z.object({ ...ownHead, type: z.literal('single'), answer: partIdWire }),
    z.object({ ...ownHead, type: z.literal('multiple'), answer: ids }),
    z.object({ ...ownHead, type: z.literal('boolean'), answer: z.boolean() }),
    z.object({ ...ownHead, type: z.literal('text'), answer: z.array(z.string()) }),
    z.object({ ...ownHead, type: z.literal('number'), answer: numberKey }),
    z.object({ ...ownHead, type: z.literal('order'), answer: ids }),
    z.object({ ...ownHead, type: z.literal('match'), answer: z.record(partIdWire, partIdWire) }),
  ]),
  { description: 'A question as its owner reads it. What its key looks like depends on its type.' },
);

/** A question as visitors see it. */
export const publicQuestionWire = namedSchema<PublicQuestion>()(
  'PublicQuestion',
  z.object({
    ...head,
    type: z.enum([
      'single',
      'multiple',
      'boolean',
      'text',
      'number',
      'order',
      'match',
    ]) satisfies z.ZodType<QuestionType>,
  }),
  { description: 'A question as visitors see it: with nothing that would tell its key.' },
);

/** What a question is marked by. */
export const questionKeyWire = namedSchema<QuestionKeys[QuestionType]>()(
  'QuestionKey',
  z.union([z.boolean(), z.string(), z.array(z.string()), numberKey, z.record(partIdWire, partIdWire)]),
  { description: 'The key of a question, as its type has it.' },
);

/** What answers a question. */
export const questionAnswerWire = namedSchema<QuestionAnswer>()(
  'QuestionAnswer',
  z.union([z.boolean(), z.number(), z.string(), z.array(z.string()), z.record(z.string(), z.string())]),
  {
    description:
      'What answers a question, depending on its type: the id of an option, ids, true or false, a text, a number, or a target’s id for each option’s.',
  },
);

/** What is said to those who reached so much. */
export const bandWire = namedSchema<Band>()(
  'Band',
  z.object({ min_percentage: z.number(), title: z.string(), message: z.string().nullable() }),
  { description: 'What is said to those who reached so much and not the next band.' },
);
