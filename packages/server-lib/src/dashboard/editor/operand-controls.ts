import { type Html, html } from '../../base/html.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { labelledControl, optionList, type SelectRenderer } from './control-html.js';
import { fieldId, fieldLabel, type LogicNames, numberTypes } from './draft-conditions.js';
import type { EditorContext } from './editor-context.js';

/** A value that an answer is compared with, and what it can be. */
export interface Comparand {
  readonly context: EditorContext;
  readonly names: LogicNames;
  /** The name of the control of the value. */
  readonly path: string;
  readonly label: string;
  /** The type of what is compared. */
  readonly type: string;
  /** The field that is compared. */
  readonly target: JsonObject | undefined;
  /** Returns what renders selects of the options of a field. */
  readonly selectOf: (target: JsonObject) => SelectRenderer;
  readonly value: JsonValue | undefined;
}

const today = '@today';

/** The control of a value, and a choice of another answer, a variable or today in its place. */
export function comparandControls(comparand: Comparand): Html {
  const { context, path, label, type, value } = comparand;
  const sources = sourcesOf(comparand);
  const from = sourceOf(value);
  if (sources.length === 0 && from === '') return valueField(comparand);
  const list = optionList([{ value: '', text: 'this value' }, ...sources]);
  const source = labelledControl(context, {
    path: `${path}.from`,
    label: html`<span class="unseen">${label} is</span>`,
    control: (attributes) => list(attributes, from, `${from} (removed)`),
  });
  if (from === '') return html`${source}${valueField(comparand)}`;
  if (from !== today || type !== 'date') return source;
  const days = isJsonObject(value) && typeof value['today'] === 'number' ? value['today'] : 0;
  return html`${source}${labelledControl(context, {
    path: `${path}.days`,
    label: 'Days after today',
    help: 'A negative number is before today.',
    control: (attributes) =>
      html`<input type="text" inputmode="numeric" ${attributes} value="${days}" autocomplete="off">`,
  })}`;
}

function sourceOf(value: JsonValue | undefined): string {
  if (!isJsonObject(value)) return '';
  const { field, variable, score } = value;
  if (score !== undefined) return `score:${String(score)}`;
  if (variable !== undefined) return `$${String(variable)}`;
  return field === undefined ? today : String(field);
}

/** Returns what can take the place of a value: answers and variables that can be compared with it. */
function sourcesOf({ names, type, target }: Comparand): { value: string; text: string }[] {
  const kind = comparedKind(type);
  if (kind === undefined) return [];
  const fields = [...names.fields.values()]
    .filter((field) => field !== target && comparedKind(String(field['type'])) === kind)
    .map((field) => ({ value: fieldId(field), text: `the answer to ${fieldLabel(field)}` }));
  const variables = [...names.variables.values()]
    .filter((variable) => comparedKind(`${String(variable['type'])}_variable`) === kind)
    .map((variable) => ({ value: `$${fieldId(variable)}`, text: `the variable ${fieldId(variable)}` }));
  return [...(kind === 'date' ? [{ value: today, text: 'today' }] : []), ...fields, ...variables];
}

/** Returns what kind of value a type has. Undefined if it is only compared with values. */
function comparedKind(type: string): 'number' | 'text' | 'date' | 'time' | undefined {
  if ([...numberTypes, 'count', 'number_variable'].includes(type)) return 'number';
  if (type === 'date' || type === 'time') return type;
  return ['short_text', 'long_text', 'email', 'url', 'phone', 'hidden', 'text_variable'].includes(type)
    ? 'text'
    : undefined;
}

function valueField(comparand: Comparand): Html {
  const { context, path, label } = comparand;
  return labelledControl(context, {
    path,
    label: html`<span class="unseen">${label}</span>`,
    control: (attributes) => valueControl(attributes, comparand),
  });
}

const yesOrNo = [
  { value: 'true', text: 'Yes' },
  { value: 'false', text: 'No' },
];

/** A control for a value by the type that it is compared with: options, a number, a date, a time or a text. */
function valueControl(attributes: Html, { type, target, selectOf, value }: Comparand): Html {
  const text = value === undefined || typeof value === 'object' ? '' : String(value);
  const removed = `“${text}” (removed)`;
  if (type === 'consent') return valueSelect(yesOrNo)(attributes, text, removed);
  if (choiceTypes.includes(type) && target) return selectOf(target)(attributes, text, removed);
  if (comparedKind(type) === 'number')
    return html`<input type="text" inputmode="decimal" ${attributes} value="${text}" autocomplete="off">`;
  // A value that is not a date or a time stays readable.
  if (type === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(text))
    return html`<input type="date" ${attributes} value="${text}">`;
  if (type === 'time' && /^(\d\d:\d\d(:\d\d)?)?$/.test(text))
    return html`<input type="time" ${attributes} value="${text}">`;
  return html`<input type="text" ${attributes} value="${text}" dir="auto" autocomplete="off">`;
}

const choiceTypes = ['single_choice', 'dropdown', 'multiple_choice', 'ranking'];

/** Returns what renders selects of values, of which none has to be chosen. */
export function valueSelect(values: readonly { readonly value: string; readonly text: string }[]): SelectRenderer {
  return optionList([{ value: '', text: 'Choose …' }, ...values]);
}

/** Reads a value, or what takes its place. */
export function readComparand(form: SubmittedForm, path: string): JsonValue {
  const text = (name: string) => (allValuesOf(form, path + name)[0] ?? '').trim();
  const from = text('.from');
  if (from === '') return text('');
  if (from === today) return { today: Math.trunc(Number(text('.days')) || 0) };
  if (from.startsWith('score:')) return { score: from.slice('score:'.length) };
  return from.startsWith('$') ? { variable: from.slice(1) } : { field: from };
}
