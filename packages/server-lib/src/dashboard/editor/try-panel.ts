import { type Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { labelledControl, selectControl } from './control-html.js';
import { fieldLabel, optionsOf } from './draft-conditions.js';
import type { EditorContext } from './editor-context.js';
import { answerParam, otherValue, tryParam } from './tried-answers.js';

/** The data of the form in which owners choose answers. */
export interface TryPanel {
  /** The page that shows which fields appear. */
  readonly action: string;
  /** The field whose condition is being edited. */
  readonly item: string | undefined;
  readonly deciding: readonly JsonObject[];
  readonly query: SubmittedForm;
  /** The fields that appear for the answers. Null if no answers were chosen yet. */
  readonly result: string | null;
}

const context: EditorContext = { sites: [], issues: [], earlierFields: [] };

/** A form in which owners choose answers of the fields that conditions use, to see which fields appear. */
export function tryPanel({ action, item, deciding, query, result }: TryPanel): Html {
  const controls = deciding.map((field) => answerControl(field, allValuesOf(query, answerParam(field))));
  return html`<details class="try" id="try"${result !== null && html` open`}><summary class="button">Try it</summary>
<form class="try-form" method="get" action="${action}" data-try><p class="help">Choose answers to see which fields show. Nothing is saved or counted.</p><input type="hidden" name="${tryParam}" value="1">${
    item !== undefined && html`<input type="hidden" name="item" value="${item}">`
  }${controls}<div class="actions"><button class="button small">Show the fields</button><a class="button small" href="${action}">Stop trying</a></div>${
    result !== null && html`<p class="try-result" data-announce>${result}</p>`
  }</form></details>`;
}

function answerControl(field: JsonObject, values: readonly string[]): Html {
  const path = answerParam(field);
  const label = fieldLabel(field);
  const one = (control: (attributes: Html) => Html) =>
    labelledControl(context, { path, label: html`<span dir="auto">${label}</span>`, control });
  const [value = ''] = values;
  switch (field['type']) {
    case 'single_choice':
    case 'dropdown':
      return one((attributes) =>
        selectControl(attributes, [{ value: '', text: 'No answer' }, ...choicesOf(field)], value),
      );
    case 'multiple_choice':
      return html`<fieldset class="group"><legend dir="auto">${label}</legend>${choicesOf(field).map((choice) => box(path, choice.value, choice.text, values))}</fieldset>`;
    case 'consent':
      return box(path, 'on', label, values);
    case 'ranking':
    case 'matrix':
      return box(path, 'on', `${label}: answered`, values);
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
