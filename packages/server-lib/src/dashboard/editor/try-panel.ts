import { Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import { evaluateForm, type FormPath, type LogicField } from '../../shared/logic/evaluate-form.js';
import { pagesOf } from '../../shared/logic/form-pages.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { labelledControl, optionList, selectControl } from './control-html.js';
import { shortLabel } from './describe-conditions.js';
import { fieldId, fieldLabel, optionsOf, rowsOf, takesAnswers } from './draft-conditions.js';
import type { EditorContext } from './editor-context.js';
import { toLogicForm } from './logic-form.js';
import { itemsOf, textOf } from './render-member.js';
import {
  answerParam,
  otherValue,
  pageParam,
  paramsOf,
  rowParam,
  triedAnswers,
  triedFields,
  triedPage,
  tryParam,
} from './tried-answers.js';

/** The data of the form in which owners choose answers. */
export interface TryPanel {
  /** The page that shows which fields appear. */
  readonly action: string;
  /** The part that is being edited. */
  readonly item: string | undefined;
  readonly draft: JsonObject;
  readonly query: SubmittedForm;
  /** The way through the form for the answers. Null if no answers were chosen yet. */
  readonly way: FormPath<LogicField> | null;
  /** What the answers show, as a sentence. */
  readonly result: string;
}

const context: EditorContext = { sites: [], issues: [], earlierFields: [] };

/** Returns the way through a form for the answers that the owner tries. */
export function triedWay(draft: JsonObject, query: SubmittedForm, today: string): FormPath<LogicField> {
  return evaluateForm(toLogicForm(draft), triedAnswers(query, triedFields(itemsOf(draft['fields']))), today);
}

/** A form in which owners answer page by page, to see which fields appear, the variables and the ending. */
export function tryPanel({ action, item, draft, query, way, result }: TryPanel): Html {
  return html`<details class="try" id="try"${way !== null && html` open`}><summary class="button">Try it</summary>
<form class="try-form" method="get" action="${action}" data-try><p class="help">Answer as a visitor. Nothing is saved or counted.</p><input type="hidden" name="${tryParam}" value="1">${
    item !== undefined && html`<input type="hidden" name="item" value="${item}">`
  }${way ? walk(draft, query, way) : html`<div class="actions"><button class="button small">Start</button></div>`}${
    way !== null &&
    html`<p class="try-result" data-announce>${result}</p>${outcome(draft, way)}<a class="quiet-action" href="${action}">Stop trying</a>`
  }</form></details>`;
}

/** The fields of one page, with the answers of the other pages. */
function walk(draft: JsonObject, query: SubmittedForm, way: FormPath<LogicField>): Html {
  const pages = pagesOf(way.shown, false);
  const last = Math.max(0, ...pages.values());
  const page = Math.min(triedPage(query), last);
  const logic = new Map(way.shown.map((field) => [field.id, field]));
  const isOnPage = (field: JsonObject) => {
    const shown = logic.get(fieldId(field));
    return shown !== undefined && pages.get(shown) === page;
  };
  const fields = triedFields(itemsOf(draft['fields']));
  const elsewhere = fields
    .filter((field) => !isOnPage(field))
    .flatMap(paramsOf)
    .flatMap((name) =>
      allValuesOf(query, name).map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
    );
  const step = (to: number, text: string) =>
    html`<button class="button small" name="${pageParam}" value="${to}">${text}</button>`;
  return html`${elsewhere}<p class="try-page">Page ${page + 1} of ${last + 1}</p>${fields
    .filter(isOnPage)
    .map((field) => Html.lazy(() => answerControl(field, query, isRequired(field, logic, way))))}<div class="actions">${
    page < last
      ? step(page + 1, 'Next page')
      : html`<button class="button small" name="${pageParam}" value="${page}">Show the result</button>`
  }${page > 0 && step(page - 1, 'Back')}</div>`;
}

function isRequired(field: JsonObject, logic: ReadonlyMap<string, LogicField>, way: FormPath<LogicField>): boolean {
  const shown = logic.get(fieldId(field));
  return takesAnswers(field) && shown !== undefined && way.isRequired(shown);
}

/** The variables and the ending for the answers, and rules that could not be applied. */
function outcome(draft: JsonObject, { variables, ending, problems }: FormPath<LogicField>): Html {
  const values = Object.entries(variables);
  const hasEndings = itemsOf(draft['endings']).length > 0;
  return html`<dl class="facts">${values.map(([id, value]) => html`<div><dt>${id}</dt><dd dir="auto">${value}</dd></div>`)}${
    hasEndings &&
    html`<div><dt>Ending</dt><dd dir="auto">${ending ? `${textOf(ending.title)}${ending.outcome === 'disqualified' ? ' (does not count)' : ''}` : 'None'}</dd></div>`
  }</dl>${problems.map(
    ({ variable, rule, code }) =>
      html`<p class="fault">${`Rule ${rule + 1} of “${variable}” changes nothing: ${code === 'divided_by_zero' ? 'it divides by zero.' : 'the number is too large.'}`}</p>`,
  )}`;
}

function answerControl(field: JsonObject, query: SubmittedForm, isNeeded: boolean): Html {
  const path = answerParam(field);
  const values = allValuesOf(query, path);
  const text = shortLabel(fieldLabel(field));
  const label = html`<span dir="auto">${text}</span>${isNeeded && html` <span class="optional">required</span>`}`;
  const one = (control: (attributes: Html) => Html) => labelledControl(context, { path, label, control });
  const [value = ''] = values;
  switch (field['type']) {
    case 'single_choice':
    case 'dropdown':
      return one((attributes) =>
        selectControl(attributes, [{ value: '', text: 'No answer' }, ...choicesOf(field)], value),
      );
    case 'multiple_choice':
      return html`<fieldset class="group"><legend>${label}</legend>${choicesOf(field).map((choice) => box(path, choice.value, choice.text, values))}</fieldset>`;
    case 'consent':
      return box(path, 'on', text, values);
    case 'ranking':
      return box(path, 'on', `${text}: answered`, values);
    case 'matrix': {
      const columns = choicesOf(field);
      const select = optionList([{ value: '', text: 'No answer' }, ...columns]);
      const known = new Set(columns.map(({ value }) => value));
      const chosen = (row: string) => allValuesOf(query, rowParam(field, row)).find((one) => known.has(one)) ?? '';
      return html`<fieldset class="group"><legend>${label}</legend>${rowsOf(field).map((row) =>
        labelledControl(context, {
          path: rowParam(field, row.id),
          label: html`<span dir="auto">${row.label}</span>`,
          control: (attributes) => select(attributes, chosen(row.id), ''),
        }),
      )}</fieldset>`;
    }
    case 'number':
    case 'rating':
    case 'scale':
      return one(
        (attributes) => html`<input type="text" inputmode="decimal" ${attributes} value="${value}" autocomplete="off">`,
      );
    case 'date':
    case 'time':
      return one(
        (attributes) =>
          html`<input type="${field['type'] === 'date' ? 'date' : 'time'}" ${attributes} value="${value}">`,
      );
    default:
      return one(
        (attributes) => html`<input type="text" ${attributes} value="${value}" dir="auto" autocomplete="off">`,
      );
  }
}

function choicesOf(field: JsonObject): { value: string; text: string }[] {
  const options = optionsOf(field).map(({ id, label }) => ({ value: id, text: label }));
  return field['other'] === true ? [...options, { value: otherValue, text: 'Another answer' }] : options;
}

function box(name: string, value: string, text: string, values: readonly string[]): Html {
  const id = `${name}-${value}`.replaceAll('.', '-');
  return html`<div class="field check"><input type="checkbox" id="${id}" name="${name}" value="${value}"${values.includes(value) && html` checked`}><label for="${id}" dir="auto">${text}</label></div>`;
}
