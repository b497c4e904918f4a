import { dateOf } from '../../base/clock.js';
import type { KindDefinition } from '../../core/kind-definition.js';
import type { KindTypesOf } from '../../core/kind-types.js';
import type {
  Field,
  Form,
  FormDraft,
  FormResults,
  PublicForm,
  Submission,
  SubmissionReceipt,
} from '../../shared/contract/resources.js';
import { ownMember } from '../inputs/own-member.js';
import { checkFormAnswers } from './check-submission.js';
import { contributionsOf, fieldBucket, largestSummary, publicSummaries, summarizeForm } from './field-summaries.js';
import { submissionFilters } from './filter-submissions.js';
import { formChanges, formDraft, formTextShape } from './form-schema.js';
import { fieldTypeOf } from './index-by-type.js';
import { parseFormAnswers } from './parse-form-fields.js';
import type { FormBody, FormOwn } from './stored-form.js';
import { submissionColumns } from './submission-columns.js';
import { validateForm } from './validate-form.js';

export type FormWire = KindTypesOf<
  Form,
  Submission,
  { view: PublicForm; results: FormResults; receipt: SubmissionReceipt },
  'form_id'
>;

/** Defines forms: fields with labels, conditions and pages. */
export const form: KindDefinition<FormDraft, FormOwn, FormBody, FormWire> = {
  name: 'form',
  plural: 'forms',
  answers: 'submissions',
  draft: formDraft,
  changes: formChanges,
  textShape: formTextShape,
  defaults: { one_per: null, results_visibility: 'never' },
  answerMembers: ['answers'],
  textMembers: [],
  validate: validateForm,

  upgrade: (own) => ({
    ...own,
    layout: own.layout ?? 'pages',
    fields: own.fields.map(upgradeField),
    results_order: own.results_order ?? 'asked',
    receipt: own.receipt ?? false,
    welcome: own.welcome ?? null,
    variables: own.variables ?? [],
    endings: own.endings ?? [],
    quotas: own.quotas ?? [],
  }),

  toDraft: (own, shared) => ({ ...shared, ...ownersPart(own) }),

  show: ownersPart,

  askReference: (form_id) => ({ form_id }),

  immutableMembers: ({ fields, bins }) =>
    Object.fromEntries(
      fields.flatMap((field) => [
        [`fields.${field.id}.type`, field.type],
        ...(field.type === 'rating' ? [[`fields.${field.id}.scale`, field.scale]] : []),
        // Otherwise, submissions that arrive while the bins change would be counted in the wrong bins.
        ...(field.type === 'number' ? [[`fields.${field.id}.min`, ownMember(bins, field.id) ?? null]] : []),
      ]),
    ),

  referencedItems: ({ fields }) =>
    fields.flatMap((field, at) => [
      { path: `fields.${at}`, id: field.id, bucket: field.id },
      ...fieldTypeOf(field)
        .referencedItems(field)
        .map(({ path, id, bucket }) => ({ path: `fields.${at}.${path}`, id, bucket: fieldBucket(field.id, bucket) })),
    ]),

  funnelQuestions: ({ fields }) =>
    fields
      .filter((field) => field.type !== 'hidden' && fieldTypeOf(field).takesAnswers)
      .map(({ id, label }) => ({ id, label: label || id })),

  caps: () => new Map(),

  parseFormFields: parseFormAnswers,

  fieldNames: ({ fields }) => fields.map(({ id }) => id),

  checkAnswer: ({ own }, members, faults, { now }) => {
    const body = checkFormAnswers(own, members['answers'], dateOf(now), faults);
    return body && { body };
  },

  maxAnswersPerVoter: () => 1,

  view: ({ own }) => shownPart(own),

  receipt: ({ terms }) => ({ message: terms.after?.message ?? null, redirect_url: terms.after?.url ?? null }),

  receiptHasResults: false,

  receiptAddress: findAddress,

  contribute: contributionsOf,

  filters: submissionFilters,

  columns: submissionColumns,

  showAnswer: (_own, body) => ({ answers: body }),

  results: (own, tallies) => ({ submissions_count: tallies.answers, fields: summarizeForm(own, tallies) }),

  resultsForVisitors: (_own, results) => ({ ...results, fields: publicSummaries(results.fields) }),

  largestView: ({ fields, welcome, variables = [], endings = [] }) => [
    ...fields,
    ...(welcome ? [welcome] : []),
    ...variables,
    ...endings,
  ],

  *largestResults({ fields, bins }) {
    for (const field of fields) yield largestSummary(field, bins);
  },

  contentMember: 'fields',

  writeInInputs: ({ fields }) => fields.filter((field) => 'other' in field && field.other).map(({ id }) => id),

  csvColumns: ({ fields }) => fields.flatMap((field) => fieldTypeOf(field).csvColumns(field)),

  csvCells: ({ fields }, body) =>
    fields.flatMap((field) => fieldTypeOf(field).csvCells(field, ownMember(body, field.id))),
};

function upgradeField(field: Field): Field {
  switch (field.type) {
    case 'rating':
      return { ...field, style: field.style ?? 'numbers', labels: field.labels ?? null };
    case 'scale':
      // Without the member, every scale was shown as a net promoter score.
      return { ...field, labels: field.labels ?? null, nps: field.nps ?? true };
    default:
      return field;
  }
}

/** Returns the address for a receipt: the answer to the first email field with an answer. */
function findAddress({ receipt, fields }: FormOwn, body: FormBody): string | undefined {
  const field = receipt ? fields.find(({ type, id }) => type === 'email' && ownMember(body, id)) : undefined;
  const address = field && ownMember(body, field.id);
  return typeof address === 'string' ? address : undefined;
}

/** Returns the members that owners see. */
function ownersPart(own: FormOwn) {
  return { ...shownPart(own), receipt: own.receipt ?? false, quotas: [...(own.quotas ?? [])] };
}

/** Returns the members that owners and visitors see. */
function shownPart({
  layout = 'pages',
  fields,
  results_order = 'asked',
  welcome = null,
  variables = [],
  endings = [],
}: FormOwn) {
  return { layout, fields: [...fields], results_order, welcome, variables: [...variables], endings: [...endings] };
}
