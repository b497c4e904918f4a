import { z } from 'zod';
import { countWire, partIdWire, timelineWire, timestampWire } from '../api/common-schemas.js';
import {
  answerHeadMembers,
  answerTexts,
  askExample,
  askIdWire,
  askStatusWire,
  askTexts,
  askWireMembers,
  exampleIds,
  formField,
  type KindWire,
  visitorMembersWire,
  visitorTexts,
} from '../asks/response-schemas.js';
import { namedSchema, request } from '../validation/documented.js';
import { fieldAnswerWire, fieldWire } from './field-response.js';
import { formChanges, formDraft } from './form-schema.js';
import type { Form, FormResults, Submission, SubmissionDraft, SubmissionReceipt } from './form-types.js';
import { fieldSummaryWire } from './summary-response.js';

const id = exampleIds.ask.form;
const texts = { ...askTexts, fields: 'In the order in which they show.' };

const form = namedSchema<Form>()('Form', z.object({ ...askWireMembers('form'), fields: z.array(fieldWire) }), {
  members: texts,
  examples: [
    {
      ...askExample('form', 'Contact'),
      fields: [
        { id: 'f1', type: 'email', label: 'E-mail', help: null, placeholder: null, required: true, show_if: null },
      ],
    },
  ],
});

/** What the submissions add up to. */
export const formResultsWire = namedSchema<FormResults>()(
  'FormResults',
  z.object({
    form_id: askIdWire('form'),
    status: askStatusWire,
    submissions_count: countWire,
    fields: z.array(fieldSummaryWire),
    timeline: timelineWire,
  }),
  {
    members: { fields: 'One for each field that takes answers.', timeline: 'By UTC hours.' },
    examples: [
      {
        form_id: id,
        status: 'open',
        submissions_count: 1,
        fields: [{ id: 'f1', type: 'email', label: 'E-mail', answered: 1 }],
        timeline: [{ at: '2026-01-31T09:00:00.000000Z', count: 1 }],
      },
    ],
  },
);

const submissionId = `submission_${exampleIds.answer}`;
const head = answerHeadMembers('form');

const submission = namedSchema<Submission>()(
  'Submission',
  z.object({ ...head, form_id: askIdWire('form'), answers: z.record(partIdWire, fieldAnswerWire) }),
  {
    members: { ...answerTexts, answers: 'By the ids of fields; those that did not show have none.' },
    examples: [
      {
        id: submissionId,
        form_id: id,
        voter_ref: null,
        answers: { f1: 'visitor@example.com' },
        created_at: '2026-01-31T09:12:44.390112Z',
      },
    ],
  },
);

/** A submission as its visitor is told of it. */
export const submissionReceiptWire = namedSchema<SubmissionReceipt>()(
  'SubmissionReceipt',
  z.object({
    id: head.id,
    form_id: askIdWire('form'),
    message: z.string().nullable(),
    redirect_url: z.string().nullable(),
    created_at: timestampWire,
  }),
  {
    description: 'A submission, as the visitor who made it is told.',
    members: { message: 'What the author says afterwards.', redirect_url: 'Where the visitor is sent.' },
    examples: [
      {
        id: submissionId,
        form_id: id,
        message: 'Thank you, we will write soon.',
        redirect_url: null,
        created_at: '2026-01-31T09:12:44.390112Z',
      },
    ],
  },
);

const submissionDraft = namedSchema<SubmissionDraft>()(
  'SubmissionDraft',
  z.strictObject({ answers: z.record(z.string(), fieldAnswerWire.nullable()), ...visitorMembersWire }),
  {
    members: {
      ...visitorTexts,
      answers: 'By the ids of fields. What is null is not answered; fields that do not show are dropped.',
    },
    examples: [{ answers: { f1: 'visitor@example.com' } }],
  },
);

const submissionForm = request('SubmissionForm', z.object(visitorMembersWire).catchall(formField), {
  description:
    'A plain form: answers go by the ids of fields; `f1.row` for a matrix, `f1.rank.o1` for a ranking, `f1.other` for a write-in.',
  examples: [{ f1: 'visitor@example.com' }],
});

request('FormDraft', formDraft, {
  members: texts,
  examples: [{ title: 'Contact', fields: [{ type: 'email', label: 'E-mail', required: true }] }],
});
request('FormChanges', formChanges, {
  description: 'What is absent stays, null clears, arrays are replaced and matched by id.',
  members: texts,
  examples: [{ closes_at: '2026-12-31T23:00:00Z' }],
});

/** A form's part of the document. */
export const formWire: KindWire = {
  ask: form,
  results: formResultsWire,
  answer: submission,
  receipt: submissionReceiptWire,
  body: submissionDraft,
  form: submissionForm,
  csv: `id,created_at,voter_ref,f1\r\n${submissionId},2026-01-31T09:12:44.390112Z,,visitor@example.com\r\n`,
};
