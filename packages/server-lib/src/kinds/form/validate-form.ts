import type { Faults } from '../../base/faults/faults.js';
import type {
  Ending,
  EndingDraft,
  Field,
  FieldDraft,
  FieldHead,
  FieldOption,
  FieldOptionDraft,
  FormDraft,
  Quota,
  QuotaDraft,
  Variable,
  VariableDraft,
  Welcome,
  WelcomeDraft,
} from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { Bins } from '../inputs/bins.js';
import { numberFieldInput } from '../inputs/number-field.js';
import { assignIds } from '../inputs/option-list.js';
import { ownMember } from '../inputs/own-member.js';
import { checkLogic } from './check-conditions.js';
import { cappedTypes } from './field-summaries.js';
import type { FieldContext } from './field-type.js';
import { fieldTypeOf } from './index-by-type.js';
import type { FormOwn } from './stored-form.js';

const letters = { options: 'o', rows: 'r' } as const;

/** Validates a draft and returns the definition of the form. Adds faults for members that contradict each other. */
export function validateForm(
  draft: FormDraft,
  before: FormOwn | undefined,
  faults: Faults,
  hasAnswers: boolean,
): FormOwn {
  const { items, next } = assignIds(draft.fields, 'f', before?.next ?? 1, 'fields', faults);
  const nexts = new Map<string, number>();
  const fields = items.map((part, at) =>
    validateField(part, createFieldContext(`fields.${at}`, part.id, before, nexts, faults)),
  );
  const endings = assignIds(draft.endings ?? [], 'e', before?.nexts['endings'] ?? 1, 'endings', faults);
  nexts.set('endings', endings.next);
  const quotas = assignIds(draft.quotas ?? [], 'q', before?.nexts['quotas'] ?? 1, 'quotas', faults);
  nexts.set('quotas', quotas.next);
  const logic = {
    variables: (draft.variables ?? []).map(completeVariable),
    endings: endings.items.map(completeEnding),
    quotas: quotas.items.map(completeQuota),
  };
  checkLogic({ fields, ...logic }, faults);
  return {
    layout: draft.layout ?? 'pages',
    fields,
    next,
    results_order: draft.results_order ?? 'asked',
    receipt: draft.receipt ?? false,
    welcome: draft.welcome ? completeWelcome(draft.welcome) : null,
    ...logic,
    nexts: Object.fromEntries(nexts),
    bins: faults.any ? {} : resolveBins(fields, before, hasAnswers),
  };
}

function completeWelcome({ title, text, button }: WelcomeDraft): Welcome {
  return { title, text: text ?? null, button: button ?? null };
}

function completeVariable(draft: VariableDraft): Variable {
  return draft.type === 'number'
    ? { ...draft, value: draft.value ?? 0, rules: draft.rules ?? [] }
    : { ...draft, value: draft.value ?? '', rules: draft.rules ?? [] };
}

function completeEnding({ id, when, title, text, button, url, outcome }: EndingDraft & { id: string }): Ending {
  return {
    id,
    when: when ?? null,
    title,
    text: text ?? null,
    button: button ?? null,
    url: url ?? null,
    outcome: outcome ?? 'completed',
  };
}

function completeQuota({ id, when, limit, ending }: QuotaDraft & { id: string }): Quota {
  return { id, when: when ?? null, limit, ending: ending ?? null };
}

function validateField(draft: FieldDraft & { id: string }, context: FieldContext): Field {
  const { id, label = '', help, placeholder, required, show_if, require_if } = draft;
  const head: FieldHead = {
    id,
    label,
    help: help ?? null,
    placeholder: placeholder ?? null,
    required: required ?? false,
    show_if: show_if ?? null,
    ...(require_if ? { require_if } : {}),
  };
  const fieldType = fieldTypeOf(draft);
  const { path, faults } = context;
  if ('next' in draft && draft.next?.length && draft.type !== 'page')
    faults.add(`${path}.next`, fault('needs_type', { types: ['page'] }));
  const options = 'options' in draft && !cappedTypes.includes(draft.type) ? draft.options : [];
  options.forEach((option, at) => {
    if (typeof option !== 'object') return;
    if (typeof option.max_answers === 'number')
      faults.add(`${path}.options.${at}.max_answers`, fault('needs_type', { types: cappedTypes }));
    // All rows of a matrix have the same columns.
    if (option.show_if && draft.type === 'matrix')
      faults.add(`${path}.options.${at}.show_if`, fault('needs_type', { types: [...cappedTypes, 'ranking'] }));
  });
  if ((head.required || require_if) && !fieldType.takesAnswers)
    context.faults.add(`${context.path}.required`, fault('required_not_allowed'));
  return fieldType.complete(draft, head, context);
}

function completeOption({ id, label, ...logic }: Exclude<FieldOptionDraft, string> & { id: string }): FieldOption {
  const { show_if, score, max_answers } = logic;
  return {
    id,
    label,
    ...(show_if ? { show_if } : {}),
    ...(typeof score === 'number' ? { score } : {}),
    ...(typeof max_answers === 'number' ? { max_answers } : {}),
  };
}

function createFieldContext(
  path: string,
  id: string,
  before: FormOwn | undefined,
  nexts: Map<string, number>,
  faults: Faults,
): FieldContext {
  return {
    path,
    faults,
    assignOptionIds(member, drafts) {
      const objects = drafts.map((draft) => (typeof draft === 'string' ? { label: draft } : draft));
      const key = `${id}.${member}`;
      const first = (before && ownMember(before.nexts, key)) ?? 1;
      const { items, next } = assignIds(objects, letters[member], first, `${path}.${member}`, faults);
      nexts.set(key, next);
      return items.map((part) => completeOption(part));
    },
  };
}

/**
 * Returns the histogram bins of number fields. They follow `min` and `max` until there are answers, and then stay the
 * same, because counted answers cannot be sorted into other bins.
 */
function resolveBins(fields: readonly Field[], before: FormOwn | undefined, hasAnswers: boolean): Record<string, Bins> {
  const bins = new Map<string, Bins>();
  for (const field of fields) {
    if (field.type !== 'number') continue;
    const isLocked = hasAnswers && before?.fields.some(({ id, type }) => id === field.id && type === 'number');
    const fieldBins = before && isLocked ? ownMember(before.bins, field.id) : numberFieldInput.binsOf(field);
    if (fieldBins) bins.set(field.id, fieldBins);
  }
  return Object.fromEntries(bins);
}
