import { Faults } from '../../base/faults/faults.js';
import { type Html, type HtmlPart, html } from '../../base/html.js';
import { removeEmpty } from '../../core/submit/parse-submission.js';
import { checkFormAnswers, pathOf } from '../../kinds/form/check-submission.js';
import { type FormWire, form } from '../../kinds/form/form-kind.js';
import { summaryNamer } from '../../kinds/form/owner-labels.js';
import { parseFormAnswers } from '../../kinds/form/parse-form-fields.js';
import { withShownOptions } from '../../kinds/form/shown-options.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import { answersOf, type FormBody } from '../../kinds/form/stored-submission.js';
import type { Field, FieldRow, Welcome } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import type { FormPath } from '../../shared/logic/evaluate-form.js';
import { pagesOf } from '../../shared/logic/form-pages.js';
import { fieldHint } from '../../shared/presentation/hints.js';
import { placeholderFiller } from '../../shared/presentation/placeholder-values.js';
import { presentFormResults } from '../../shared/presentation/results/form-results.js';
import { richText } from '../ui/rich-text.js';
import { fieldsOf } from './answer-fields.js';
import type { FormQuestion } from './controls.js';
import { describeCondition } from './field-condition.js';
import type { FormContext } from './form-context.js';
import { viewOf } from './form-fields.js';
import { hasSteps, stepsOf } from './form-steps.js';
import type { FormValues } from './form-values.js';
import type { FormStep, KindRenderer, StepContext } from './kind-renderer.js';

/** Renders forms. */
export const formRenderer: KindRenderer<FormOwn, FormBody, FormWire> = {
  inputs:
    ({ fields }) =>
    (formContext) =>
      formInputs(formContext, fields),

  // Steps depend on the earlier answers, and an option may become full.
  isSameForAll: (own) => !hasSteps(own) && form.caps(own).size === 0,

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

  results: (texts, form, results) =>
    presentFormResults({ ...results, fields: summaryNamer(form)(results.fields) }, form, texts),

  step: (context, values, wanted) => (hasSteps(context.own) ? formStep(context, values, wanted) : null),
};

type FormStepContext = StepContext<FormOwn, FormWire>;

/** Returns a step of a form. The answers so far decide which steps the form has. */
function formStep({ own, view, texts, today }: FormStepContext, values: FormValues, wanted: number | null): FormStep {
  const { answers } = parseFormAnswers(own, removeEmpty(values.fields));
  const path = pathOf(own, answers, today);
  const isOneField = view.layout === 'steps';
  const steps = isOneField ? pagesOf(path.shown, true) : stepsOf(own, path);
  // The welcome is the first step.
  const first = view.welcome ? 1 : 0;
  const stepById = new Map([...steps].map(([{ id }, step]) => [id, step + first]));
  const stepOfIssue = ({ path }: Issue) => stepById.get(path.split('.')[1] ?? '');
  const last = Math.max(first, ...stepById.values());
  const withFault = values.issues.map(stepOfIssue).filter((step) => step !== undefined);
  const number = wanted === null ? Math.min(last, ...withFault) : Math.min(wanted, last);
  const known = new Set(own.fields.map(({ id }) => id));
  const carried = Object.entries(values.fields).filter(([name]) => {
    const [id = ''] = name.split('.');
    return known.has(id) && stepById.get(id) !== number;
  });
  const fill = placeholderFiller(view.fields, { ...path, answers: Object.fromEntries(path.answers) }, texts);
  const welcome = number < first ? view.welcome : null;
  return {
    number,
    last,
    progress: welcome || last === first ? null : { n: number - first + 1, m: last - first + 1 },
    isOneField,
    button: welcome?.button ?? null,
    inputs: (formContext) => {
      formContext.fillWith(fill);
      if (welcome) return welcomeText(welcome);
      const shown = new Set(path.shown.flatMap(({ id }) => (stepById.get(id) === number ? [id] : [])));
      // The fields of the view say which options are full.
      const fields = view.fields.filter(({ id }) => shown.has(id)).map((field) => fieldOn(path, field, fill));
      return formInputs(formContext, fields);
    },
    check() {
      const faults = new Faults();
      checkFormAnswers(own, answers, today, faults);
      return faults.issues.filter((issue) => stepOfIssue(issue) === number);
    },
    withoutOthers: (issues) => issues.filter((issue) => [undefined, number].includes(stepOfIssue(issue))),
    carried: Object.fromEntries(carried),
  };
}

/**
 * Returns a field as it is on the path of a visitor: with the options and rows that are shown, and with filled placeholders in its
 * plain texts. Those in texts with marks are filled after the texts are parsed.
 */
function fieldOn(path: FormPath<Field>, field: Field, fill: (text: string) => string): Field {
  const items = <Item extends FieldRow>(list: readonly Item[]) => list.filter((item) => path.shows(field, item));
  const members = {
    label: field.type === 'consent' ? field.label : fill(field.label),
    placeholder: field.placeholder && fill(field.placeholder),
    required: path.isRequired(field),
    // Only fields whose conditions are true are on the path.
    show_if: null,
  };
  if (field.type === 'matrix') return { ...field, ...members, options: items(field.options), rows: items(field.rows) };
  if (!('options' in field)) return { ...field, ...members };
  return withShownOptions({ ...field, ...members }, (option) => path.shows(field, option));
}

function welcomeText({ title, text }: Welcome): Html {
  return html`<div class="part welcome"><h2 dir="auto">${title}</h2>${richText(text)}</div>`;
}

/** Renders all fields of a form. Conditional fields show their condition: without JavaScript, they cannot be hidden. */
function formInputs(formContext: FormContext, fields: readonly Field[]): Html {
  return html`${fields.map((field) => viewOf(field)(formContext, field, questionOf(formContext, field, fields)))}`;
}

function questionOf({ localizer, fill }: FormContext, field: Field, all: readonly Field[]): FormQuestion {
  const condition = describeCondition(localizer, field, all);
  return {
    name: field.id,
    path: `answers.${field.id}`,
    label: field.label,
    required: field.required,
    // The browser cannot know whether a conditional field is shown.
    skipsBrowserCheck: condition !== null,
    help: helpOf(localizer.withLang, fieldHint(field, localizer.texts), richText(field.help, { fill }), condition),
  };
}

/** The condition of a field, the hint how to fill it in, and the help of its author. */
function helpOf(
  withLang: (text: string) => Html,
  hint: string | null,
  help: Html | null,
  condition: Html | null,
): HtmlPart {
  if (hint === null && help === null && condition === null) return null;
  return html`${condition && html`<p class="condition">${condition}</p>`}${hint !== null && html`<p>${withLang(hint)}</p>`}${help}`;
}
