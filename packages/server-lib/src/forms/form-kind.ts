import type { KindDefinition } from '../asks/kind-definition.js';
import type { KindTypesOf } from '../asks/kind-types.js';
import { ownMember } from '../inputs/own-member.js';
import { checkAnswers } from './check-submission.js';
import { bucketOf, countSubmission, forVisitors, largestSummary, summarise } from './field-summaries.js';
import { fieldTypeOf } from './field-types/index-by-type.js';
import { formChanges, formDraft } from './form-schema.js';
import type { Form, FormDraft, FormResults, Submission, SubmissionReceipt } from './form-types.js';
import { fieldsOfForm } from './parse-form-fields.js';
import type { PublicForm } from './form-types.js';
import type { FormBody, FormOwn } from './stored-form.js';
import { validateForm } from './validate-form.js';

export type FormWire = KindTypesOf<
  Form,
  Submission,
  { view: PublicForm; results: FormResults; receipt: SubmissionReceipt },
  'form_id'
>;

/** A form: inputs with labels, logic and pages. */
export const form: KindDefinition<FormDraft, FormOwn, FormBody, FormWire> = {
  name: 'form',
  plural: 'forms',
  answers: 'submissions',
  draft: formDraft,
  changes: formChanges,
  defaults: { one_per: null, results_visibility: 'never' },
  members: ['answers'],
  beside: [],
  settle: validateForm,

  toDraft: ({ fields }, shared) => ({ ...shared, fields: [...fields] }),

  show: ({ fields }) => ({ fields: [...fields] }),

  naming: (form_id) => ({ form_id }),

  fixed: ({ fields, bins }) =>
    Object.fromEntries(
      fields.flatMap((field) => [
        [`fields.${field.id}.type`, field.type],
        ...(field.type === 'rating' ? [[`fields.${field.id}.scale`, field.scale]] : []),
        // Answers that come while numbers are sorted otherwise would be counted wrongly.
        ...(field.type === 'number' ? [[`fields.${field.id}.min`, ownMember(bins, field.id) ?? null]] : []),
      ]),
    ),

  parts: ({ fields }) =>
    fields.flatMap((field, at) => [
      { path: `fields.${at}`, id: field.id, bucket: field.id },
      ...fieldTypeOf(field)
        .parts(field)
        .map(({ path, id, bucket }) => ({ path: `fields.${at}.${path}`, id, bucket: bucketOf(field.id, bucket) })),
    ]),

  caps: () => new Map(),

  fromFields: fieldsOfForm,

  names: ({ fields }) => fields.map(({ id }) => id),

  check: ({ own }, given, faults) => {
    const body = checkAnswers(own, given['answers'], faults);
    return body && { body };
  },

  perVoter: () => 1,

  view: ({ own: { fields } }) => ({ fields: [...fields] }),

  receipt: ({ terms }) => ({ message: terms.after?.message ?? null, redirect_url: terms.after?.url ?? null }),

  receiptHasResults: false,

  contribute: countSubmission,

  showAnswer: (_own, body) => ({ answers: body }),

  results: (own, counted) => ({ submissions_count: counted.answers, fields: summarise(own, counted) }),

  resultsForVisitors: (_own, results) => ({ ...results, fields: forVisitors(results.fields) }),

  largestView: ({ fields }) => fields,

  *largestResults({ fields, bins }) {
    for (const field of fields) yield largestSummary(field, bins);
  },

  content: 'fields',

  writeInInputs: ({ fields }) => fields.filter((field) => 'other' in field && field.other).map(({ id }) => id),

  columns: ({ fields }) => fields.flatMap((field) => fieldTypeOf(field).columns(field)),

  cells: ({ fields }, body) => fields.flatMap((field) => fieldTypeOf(field).cells(field, ownMember(body, field.id))),
};
