import { z } from 'zod';
import { boundedArray, boundedRecord } from '../../base/validation/bounded.js';
import { partIdSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { answerHeadMembers, otherField, visitorMemberSchemas } from '../../core/schemas/answer-schema.js';
import { askIdSchema } from '../../core/schemas/ask-schema.js';
import { batchMembers, batchSchema } from '../../core/schemas/batch-schema.js';
import { exampleIds } from '../../core/schemas/examples.js';
import { maxVariableLength } from '../../shared/logic/limits.js';
import { maxWriteInLength } from '../inputs/choice.js';
import { maxIdLength } from '../inputs/option-list.js';
import { maxTextLength } from '../inputs/text.js';
import { mostFieldOptions, mostRows } from './field-schema.js';
import { mostFields } from './form-schema.js';
import { endingMembers, mostQuotas, mostVariables, outcomeSchema, variableNumber } from './logic-schema.js';

const partId = rawText(maxIdLength);

const writeIn = component('WriteIn', z.object({ other: rawText(maxWriteInLength) }), {
  description: 'The visitor’s own answer in place of an option.',
});

const fieldAnswer = component(
  'FieldAnswer',
  z.union([
    rawText(maxTextLength),
    z.number(),
    z.boolean(),
    writeIn,
    boundedArray(z.union([partId, writeIn]), { max: mostFieldOptions + 1 }),
    boundedRecord(partId, partId, { max: mostRows }),
  ]),
  {
    description:
      'The answer to a field. Depending on its type: a text, a number, a boolean, the ID of an option or a write-in, an array of them, or an object with the ID of an option for the ID of each row.',
  },
);

const fieldAnswers = component('FieldAnswers', boundedRecord(partIdSchema, fieldAnswer, { max: mostFields }), {
  description: 'Answers by field ID.',
});

export const variableValues = component(
  'VariableValues',
  boundedRecord(partIdSchema, z.union([z.number(), rawText(maxVariableLength)]), { max: mostVariables }),
  {
    description: 'Values of variables by ID.',
  },
);

const receiptEnding = component('ReceiptEnding', z.object({ id: partIdSchema, ...endingMembers }), {
  description: 'An ending as the visitor who reached it sees it. Its placeholders are filled in.',
});

const { id, voter_ref, respondent, language, created_at, updated_at, tags, note } = answerHeadMembers('form');
const form_id = askIdSchema('form');
const example = {
  id: `submission_${exampleIds.answer}`,
  form_id: exampleIds.ask.form,
  created_at: '2026-01-31T09:12:44.390112Z',
};

export const submissionSchema = component(
  'Submission',
  z.object({
    id,
    voter_ref,
    respondent,
    language,
    created_at,
    updated_at,
    tags,
    note,
    form_id,
    answers: described(fieldAnswers, 'Answers by field ID. Fields that were not shown have no answers.'),
    variables: described(variableValues, 'The variables that the server computed, by ID.'),
    ending: described(z.string().nullable(), 'The ID of the ending that the visitor reached.'),
    outcome: described(outcomeSchema, 'Whether the submission counts.'),
  }),
  {
    description: 'A submission as its owner sees it.',
    extends: ['AnswerHead'],
    examples: [
      {
        ...example,
        voter_ref: null,
        respondent: null,
        language: 'pt-BR',
        updated_at: example.created_at,
        tags: ['urgent', 'refund'],
        note: 'Called back on Monday.',
        answers: { f1: 'visitor@example.com' },
        variables: {},
        ending: null,
        outcome: 'completed',
      },
    ],
  },
);

export const submissionReceiptSchema = component(
  'SubmissionReceipt',
  z.object({
    id,
    form_id,
    message: described(z.string().nullable(), 'The message of the form for visitors who answered.'),
    redirect_url: described(z.string().nullable(), 'The URL to which visitors go after they answer.'),
    ending: described(
      receiptEnding.nullable(),
      'The ending that the visitor reached. Null: `after` of the form applies.',
    ),
    created_at,
  }),
  {
    description: 'A submission as its visitor sees it.',
    examples: [{ ...example, message: 'Thank you, we will write soon.', redirect_url: null, ending: null }],
  },
);

export const submissionDraftSchema = component(
  'SubmissionDraft',
  z.strictObject({
    answers: described(
      boundedRecord(partId, fieldAnswer.nullable(), { max: mostFields }),
      'Answers by field ID. Null means no answer. Answers to fields that are not shown are dropped.',
    ),
    ...visitorMemberSchemas,
  }),
  {
    description: 'The body of `POST /api/v1/forms/{id}/submissions`.',
    extends: ['VisitorDraft'],
    examples: [{ answers: { f1: 'visitor@example.com' } }],
  },
);

/** Many submissions that are sent with a key. */
export const submissionBatchSchema = component(
  'SubmissionBatch',
  batchSchema(
    component('BatchSubmission', submissionDraftSchema.extend(batchMembers), {
      description: 'A submission in a batch.',
      extends: ['SubmissionDraft', 'BatchMembers'],
    }),
  ),
  {
    description: 'The body of `POST /api/v1/forms/{id}/submissions/batch`.',
    examples: [{ answers: [{ answers: { f1: 'visitor@example.com' }, id: 'paper-17' }] }],
  },
);

export const submissionFormSchema = component('SubmissionForm', z.object(visitorMemberSchemas).catchall(otherField), {
  description:
    'A submission from an HTML form. The field `f1` is the answer to the field with the ID `f1`, `f1.row` the answer in a row of a matrix, `f1.rank.o1` the rank of an option, and `f1.other` a write-in.',
  only: 'document',
  examples: [{ f1: 'visitor@example.com' }],
});

/** What the logic of a form computed, as it is stored. */
export const storedLogicSchema = z.strictObject({
  variables: boundedRecord(partIdSchema, z.union([variableNumber, rawText(maxVariableLength)]), { max: mostVariables }),
  ending: partIdSchema.nullable(),
  outcome: outcomeSchema,
  quotas: boundedArray(partIdSchema, { max: mostQuotas }),
  tallied: z.literal(true).exactOptional(),
});
