import { Faults } from '../../base/faults/faults.js';
import { type Html, type HtmlPart, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import { truncate } from '../../base/truncate.js';
import { removeEmpty } from '../../core/submit/parse-submission.js';
import { checkFormAnswers, pathOf } from '../../kinds/form/check-submission.js';
import type { FormWire } from '../../kinds/form/form-kind.js';
import { parseFormAnswers } from '../../kinds/form/parse-form-fields.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import { answersOf, type FormBody } from '../../kinds/form/stored-submission.js';
import type { Condition, Field, Operand } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import { pagesOf } from '../../shared/logic/form-pages.js';
import type { Words } from '../../shared/messages/page-messages.js';
import { fieldHint } from '../../shared/presentation/hints.js';
import { presentFormResults } from '../../shared/presentation/results/form-results.js';
import { plainLabel } from '../../shared/presentation/rich-text.js';
import { richText } from '../ui/rich-text.js';
import { fieldsOf } from './answer-fields.js';
import type { FormQuestion } from './controls.js';
import type { FormContext } from './form-context.js';
import { viewOf } from './form-fields.js';
import type { FormValues } from './form-values.js';
import type { FieldStep, KindRenderer } from './kind-renderer.js';

/** Longer labels are truncated. They are on the page in full. */
const maxLabelLength = 100;

/** Renders forms. */
export const formRenderer: KindRenderer<FormOwn, FormBody, FormWire> = {
  inputs:
    ({ fields }) =>
    (formContext) =>
      formInputs(formContext, fields),

  // Each step depends on the earlier answers.
  isSameForAll: ({ layout }) => layout !== 'steps',

  // Only visitors themselves can agree to something.
  prefill({ fields }, values) {
    const consents = new Set(fields.flatMap(({ id, type }) => (type === 'consent' ? [id] : [])));
    return Object.fromEntries(Object.entries(values).filter(([name]) => !consents.has(name)));
  },

  toFormFields: ({ fields }, body) =>
    Object.fromEntries(
      Object.entries(answersOf(body)).flatMap(([id, answer]) =>
        fieldsOf(id, answer, fields.find((field) => field.id === id)?.type === 'ranking'),
      ),
    ),

  facts: () => null,

  outcome: () => [],

  results: (texts, form, results) => presentFormResults(results, form, texts),

  step: (own, values, wanted, today) => (own.layout === 'steps' ? formStep(own, values, wanted, today) : null),
};

/** Returns a step of a form. The answers so far decide which steps the form has. */
function formStep(form: FormOwn, values: FormValues, wanted: number | null, today: string): FieldStep {
  const { answers } = parseFormAnswers(form, removeEmpty(values.fields));
  const visible = pathOf(form, answers, today).shown;
  const pages = pagesOf(visible, true);
  const pageById = new Map([...pages].map(([{ id }, page]) => [id, page]));
  const pageOfIssue = ({ path }: Issue) => pageById.get(path.split('.')[1] ?? '');
  const last = Math.max(0, ...pages.values());
  const withFault = values.issues.map(pageOfIssue).filter((page) => page !== undefined);
  const number = wanted === null ? Math.min(last, ...withFault) : Math.min(wanted, last);
  const shown = visible.filter(({ id }) => pageById.get(id) === number);
  const known = new Set(form.fields.map(({ id }) => id));
  const carried = Object.entries(values.fields).filter(([name]) => {
    const [id = ''] = name.split('.');
    return known.has(id) && pageById.get(id) !== number;
  });
  return {
    number,
    last,
    // Only fields whose conditions are true are on a step.
    inputs: (formContext) =>
      formInputs(
        formContext,
        shown.map((field) => ({ ...field, show_if: null })),
      ),
    check() {
      const faults = new Faults();
      checkFormAnswers(form, answers, today, faults);
      return faults.issues.filter((issue) => pageOfIssue(issue) === number);
    },
    withoutOthers: (issues) => issues.filter((issue) => [undefined, number].includes(pageOfIssue(issue))),
    carried: Object.fromEntries(carried),
  };
}

/** Renders all fields of a form. Conditional fields show their condition: without JavaScript, they cannot be hidden. */
function formInputs(formContext: FormContext, fields: readonly Field[]): Html {
  return html`${fields.map((field) => viewOf(field)(formContext, field, questionOf(formContext, field, fields)))}`;
}

function questionOf({ localizer }: FormContext, field: Field, all: readonly Field[]): FormQuestion {
  const condition = describeCondition(localizer, field, all);
  return {
    name: field.id,
    path: `answers.${field.id}`,
    label: field.label,
    required: field.required,
    // The browser cannot know whether a conditional field is shown.
    skipsBrowserCheck: condition !== null,
    help: helpOf(localizer.withLang, fieldHint(field, localizer.texts), field.help, condition),
  };
}

/** The condition of a field, the hint how to fill it in, and the help of its author. */
function helpOf(
  withLang: (text: string) => Html,
  hint: string | null,
  help: string | null,
  condition: Html | null,
): HtmlPart {
  if (hint === null && help === null && condition === null) return null;
  return html`${condition && html`<p class="condition">${condition}</p>`}${hint !== null && html`<p>${withLang(hint)}</p>`}${richText(help)}`;
}

/** Describes `show_if` of a field: `Only if “Do you have a pet?” is “Yes”`. Null for a field without conditions. */
function describeCondition(localizer: Localizer, { show_if }: Field, all: readonly Field[]): Html | null {
  if (!show_if) return null;
  const { condition } = localizer.words;
  const [parts, separator] =
    'all' in show_if ? [show_if.all, condition.and] : 'any' in show_if ? [show_if.any, condition.or] : [[show_if], ''];
  const conditions = parts.filter((part) => 'field' in part);
  if (conditions.length === 0) return null;
  return localizer.withLang(condition.only(conditions.map((part) => describe(localizer, part, all)).join(separator)));
}

function describe({ words }: Localizer, condition: FieldCondition, all: readonly Field[]): string {
  const texts = words.condition;
  const field = all.find(({ id }) => id === condition.field);
  const name = quoted(words, plainLabel(field?.label ?? '') || condition.field);
  if ('answered' in condition) return condition.answered ? texts.answered(name) : texts.unanswered(name);
  const shown = (value: Operand) => {
    if (typeof value === 'object') return JSON.stringify(value);
    if (typeof value === 'boolean') return value ? words.checked : words.unchecked;
    const label = field && 'options' in field && field.options.find(({ id }) => id === value)?.label;
    return typeof value === 'number' ? String(value) : quoted(words, label ? plainLabel(label) : value);
  };
  if ('is' in condition) return texts.is(name, shown(condition.is));
  if ('is_not' in condition) return texts.isNot(name, shown(condition.is_not));
  if ('contains' in condition) return texts.contains(name, shown(condition.contains));
  if ('greater' in condition) return texts.greater(name, shown(condition.greater));
  if ('less' in condition) return texts.less(name, shown(condition.less));
  return name;
}

type FieldCondition = Extract<Condition, { field: string }>;

/** Quotes a text of the author. The isolates keep the direction of the text separate from the direction of the sentence. */
function quoted({ condition }: Words, text: string): string {
  return condition.quoted(`\u2068${truncate(text, maxLabelLength)}\u2069`);
}
