import { dateOf } from '../../base/clock.js';
import { createLocalizer } from '../../base/localizer.js';
import { runInTurns } from '../../base/steps.js';
import { withMembers } from '../../base/with-members.js';
import type { KindDefinition } from '../../core/kind-definition.js';
import type { KindTypesOf } from '../../core/kind-types.js';
import { uncountedBucket } from '../../core/results/uncounted-bucket.js';
import type {
  Field,
  Form,
  FormDraft,
  FormResults,
  PublicForm,
  Submission,
  SubmissionReceipt,
} from '../../shared/contract/resources.js';
import { afterSubmission } from '../../shared/presentation/after-answer.js';
import { type PlaceholderFiller, placeholderFiller } from '../../shared/presentation/placeholder-values.js';
import { escapeMarks } from '../../shared/presentation/rich-text.js';
import { ownMember } from '../inputs/own-member.js';
import { checkSubmission } from './check-submission.js';
import {
  capsOf,
  contributionsOf,
  hasCappedOptions,
  largestSummary,
  publicSummaries,
  summarizeForm,
} from './field-summaries.js';
import { submissionFilters } from './filter-submissions.js';
import { findLogicWarnings } from './find-warnings.js';
import { endingBucket, fieldBucket } from './form-buckets.js';
import { formChanges, formDraft, formTextShape } from './form-schema.js';
import { fieldTypeOf } from './index-by-type.js';
import { ownerLabels, summaryNamer } from './owner-labels.js';
import { parseFormAnswers } from './parse-form-fields.js';
import type { FormOwn } from './stored-form.js';
import { answersOf, type FormBody, logicOf } from './stored-submission.js';
import { submissionColumns } from './submission-columns.js';
import { validateForm } from './validate-form.js';
import { summarizeVariables } from './variable-summaries.js';

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

  findWarnings: ({ own, terms }, { nextTurn }) => runInTurns(findLogicWarnings({ ...own, ...terms }), nextTurn),

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

  funnelQuestions: (own) => {
    const plain = ownerLabels(own);
    return own.fields
      .filter((field) => field.type !== 'hidden' && fieldTypeOf(field).takesAnswers)
      .map(({ id, label }) => ({ id, label: plain(label) || id }));
  },

  caps: capsOf,

  hasUncountedAnswers: ({ endings = [] }) => endings.some(({ outcome }) => outcome === 'disqualified'),

  parseFormFields: parseFormAnswers,

  fieldNames: ({ fields }) => fields.map(({ id }) => id),

  checkAnswer: ({ own }, members, faults, { now }) => {
    return checkSubmission(own, members['answers'], dateOf(now), faults);
  },

  maxAnswersPerVoter: () => 1,

  view: ({ own }, { isFull }) => ({
    ...shownPart(own),
    fields: own.fields.map((field) => withFullOptions(field, isFull)),
  }),

  receipt: ({ own, terms }, body) => {
    const fill = fillerOf(own, body, terms.locale);
    const ending = endingOf(own, body, fill);
    if (ending) return { ending, message: ending.text, redirect_url: ending.url };
    const { message = null, url = null } = terms.after ?? {};
    return { ending: null, message: message && fill(message, escapeMarks), redirect_url: url };
  },

  afterIn: afterSubmission,

  endingUrls: ({ endings = [] }) => endings.flatMap(({ url }) => url ?? []),

  receiptHasResults: false,

  receiptAddress: findAddress,

  contribute: contributionsOf,

  filters: submissionFilters,

  columns: submissionColumns,

  showAnswer: (_own, body) => {
    const { variables, ending, outcome } = logicOf(body);
    return { answers: answersOf(body), variables: { ...variables }, ending, outcome };
  },

  results: (own, tallies) => ({
    submissions_count: tallies.answers - tallies.count(uncountedBucket),
    disqualified_count: tallies.count(uncountedBucket),
    fields: summarizeForm(own, tallies),
    variables: summarizeVariables(own, tallies),
    endings: (own.endings ?? []).map(({ id, title, outcome }) => ({
      id,
      title,
      outcome,
      count: tallies.count(endingBucket(id)),
    })),
  }),

  resultsForVisitors: (own, results) => ({
    ...results,
    fields: summaryNamer(own)(publicSummaries(results.fields)),
    variables: [],
  }),

  largestView: ({ fields, welcome, variables = [], endings = [] }) => [
    ...fields,
    ...(welcome ? [welcome] : []),
    ...variables,
    ...endings,
  ],

  *largestResults(own) {
    const name = summaryNamer(own);
    for (const field of own.fields) yield name(largestSummary(field, own.bins));
  },

  contentMember: 'fields',

  writeInInputs: ({ fields }) => fields.filter((field) => 'other' in field && field.other).map(({ id }) => id),

  csvColumns: ({ fields, variables = [], endings = [] }) => [
    ...fields.flatMap((field) => fieldTypeOf(field).csvColumns(field)),
    ...variables.map(({ id }) => `variable.${id}`),
    ...(endings.length > 0 ? ['ending', 'outcome'] : []),
  ],

  csvCells: ({ fields, variables = [], endings = [] }, body) => {
    const answers = answersOf(body);
    const logic = logicOf(body);
    return [
      ...fields.flatMap((field) => fieldTypeOf(field).csvCells(field, ownMember(answers, field.id))),
      ...variables.map(({ id }) => ownMember(logic.variables, id) ?? null),
      ...(endings.length > 0 ? [logic.ending, logic.outcome] : []),
    ];
  },
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
  const answers = answersOf(body);
  const field = receipt ? fields.find(({ type, id }) => type === 'email' && ownMember(answers, id)) : undefined;
  const address = field && ownMember(answers, field.id);
  return typeof address === 'string' ? address : undefined;
}

/** Returns the function that fills the placeholders in texts for the visitor who sent a submission. */
function fillerOf({ fields }: FormOwn, body: FormBody, locale: string | null): PlaceholderFiller {
  const source = { answers: answersOf(body), variables: logicOf(body).variables };
  return placeholderFiller(fields, source, createLocalizer(locale).texts);
}

/** Returns the ending that a submission reached. Null if the form has none, or no longer has it. */
function endingOf({ endings = [] }: FormOwn, body: FormBody, fill: PlaceholderFiller) {
  const reached = endings.find(({ id }) => id === logicOf(body).ending);
  if (!reached) return null;
  const { id, title, text, button, url, outcome } = reached;
  return {
    id,
    title: fill(title),
    text: text && fill(text, escapeMarks),
    button: button && withMembers(button, { label: fill(button.label) }),
    url,
    outcome,
  };
}

/** Marks the options of a field that have reached their maximum. */
function withFullOptions(field: Field, isFull: (bucket: string) => boolean): Field {
  if (!hasCappedOptions(field) || field.options.every(({ max_answers }) => max_answers === undefined)) return field;
  const options = field.options.map((option) =>
    option.max_answers === undefined ? option : { ...option, full: isFull(fieldBucket(field.id, option.id)) },
  );
  return { ...field, options };
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
