import { isJsonObject, type JsonObject, type JsonValue } from '../../validation/json-value.js';
import { type Html, html } from '../../web/html.js';
import { type SubmittedForm, valuesOf } from '../read-form.js';
import { group, labelled, select } from './control-html.js';
import type { EditorContext } from './editor-context.js';
import { labelOf } from './member-texts.js';

const operators = [
  { value: 'is', text: 'is' },
  { value: 'is_not', text: 'is not' },
  { value: 'contains', text: 'contains' },
  { value: 'greater', text: 'is greater than' },
  { value: 'less', text: 'is less than' },
  { value: 'answered', text: 'is answered' },
  { value: 'unanswered', text: 'is not answered' },
];

/** A condition as the editor shows it. */
interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value: JsonValue | undefined;
}

/** Renders when a field shows, as sentences with one more empty condition. */
export function renderConditions(context: EditorContext, path: string, field: JsonObject): Html | null {
  const { earlierFields } = context;
  if (earlierFields.length === 0) return null;
  const { isAny, conditions } = parse(field['show_if']);
  const rows = [...conditions, { field: '', operator: 'is', value: undefined }].map((condition, index) =>
    conditionRow(context, `${path}.${index}`, condition),
  );
  const match = select(
    html`id="show-if-match" name="${path}.match" aria-label="Conditions"`,
    [
      { value: 'all', text: 'all of these are true' },
      { value: 'any', text: 'any of these is true' },
    ],
    isAny ? 'any' : 'all',
  );
  return group(
    context,
    path,
    labelOf('show_if'),
    'Without conditions, the field always shows.',
    html`<input type="hidden" name="${path}.count" value="${rows.length}">${match}<ol class="conditions">${rows}</ol>`,
  );
}

function conditionRow(context: EditorContext, path: string, { field, operator, value }: Condition): Html {
  const { earlierFields } = context;
  const fields = earlierFields.map((earlier) => ({ value: idOf(earlier), text: labelText(earlier) }));
  const known = earlierFields.find((earlier) => idOf(earlier) === field);
  const list = `${path.replaceAll('.', '-')}-values`;
  const suggestions = known ? optionsOf(known) : earlierFields.flatMap(optionsOf);
  const shown = typeof value === 'string' ? (suggestions.find(({ id }) => id === value)?.label ?? value) : value;
  const hidden = (text: string) => html`<span class="unseen">${text}</span>`;
  return html`<li>${labelled(context, {
    path: `${path}.field`,
    label: hidden('Field'),
    control: (attributes) => select(attributes, [{ value: '', text: 'Choose a field …' }, ...fields], field),
  })}${labelled(context, {
    path: `${path}.operator`,
    label: hidden('Comparison'),
    control: (attributes) => select(attributes, operators, operator),
  })}${labelled(context, {
    path: `${path}.value`,
    label: hidden('Value'),
    control: (attributes) =>
      html`<input type="text" ${attributes} value="${typeof shown === 'object' ? '' : String(shown ?? '')}" list="${list}" dir="auto" autocomplete="off">`,
  })}<datalist id="${list}">${suggestions.map(({ label }) => html`<option value="${label}">`)}</datalist></li>`;
}

/** Reads when a field shows. Conditions without a field are left out. */
export function readConditions(form: SubmittedForm, path: string, field: JsonObject): JsonValue | undefined {
  const text = (name: string) => valuesOf(form, `${path}.${name}`)[0];
  const count = Number(text('count') ?? Number.NaN);
  if (!Number.isInteger(count)) return field['show_if'];
  const conditions: JsonObject[] = [];
  for (let index = 0; index < Math.min(count, maxConditions); index++) {
    const name = text(`${index}.field`) ?? '';
    if (name !== '')
      conditions.push(toCondition(name, text(`${index}.operator`) ?? 'is', text(`${index}.value`) ?? ''));
  }
  if (conditions.length === 0) return null;
  return text('match') === 'any' ? { any: conditions } : { all: conditions };
}

/** One more than a field can have, so that the validation says that it has too many. */
const maxConditions = 51;

function toCondition(field: string, operator: string, value: string): JsonObject {
  if (operator === 'answered' || operator === 'unanswered') return { field, answered: operator === 'answered' };
  return { field, [operator]: value.trim() };
}

/**
 * Turns the values of conditions into what the fields that they refer to are answered with: the ID of an option for its
 * label, numbers and truth values.
 */
export function resolveConditions(fields: readonly JsonObject[]): JsonObject[] {
  const byId = new Map(fields.map((field) => [idOf(field), field]));
  return fields.map((field) => {
    const { isAny, conditions } = parse(field['show_if']);
    if (conditions.length === 0) return field;
    const resolved = conditions.map(({ field: id, operator, value }) => {
      const target = byId.get(id);
      if (operator === 'answered' || operator === 'unanswered') return { field: id, answered: operator === 'answered' };
      return {
        field: id,
        [operator]: typeof value === 'string' && target ? resolveValue(target, value) : (value ?? ''),
      };
    });
    return { ...field, show_if: isAny ? { any: resolved } : { all: resolved } };
  });
}

const numberTypes = ['number', 'rating', 'scale'];

function resolveValue(field: JsonObject, value: string): JsonValue {
  const { type } = field;
  if (type === 'consent') return value.toLowerCase() === 'true' || value.toLowerCase() === 'yes';
  if (typeof type === 'string' && numberTypes.includes(type))
    return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  return optionsOf(field).find(({ label }) => label === value)?.id ?? value;
}

function parse(value: JsonValue | undefined): { isAny: boolean; conditions: readonly Condition[] } {
  if (!isJsonObject(value)) return { isAny: false, conditions: [] };
  const isAny = value['any'] !== undefined;
  const list = value[isAny ? 'any' : 'all'];
  const conditions = Array.isArray(list) ? list.filter((item: JsonValue) => isJsonObject(item)).map(toShown) : [];
  return { isAny, conditions };
}

function toShown(condition: JsonObject): Condition {
  const { field, answered, ...others } = condition;
  const id = typeof field === 'string' ? field : '';
  if (answered !== undefined)
    return { field: id, operator: answered === true ? 'answered' : 'unanswered', value: undefined };
  const [operator = 'is', value] = Object.entries(others)[0] ?? [];
  return { field: id, operator, value };
}

/** Returns when a field shows, as a sentence. Null: it always shows. */
export function describeConditions(field: JsonObject, fields: readonly JsonObject[]): string | null {
  const { isAny, conditions } = parse(field['show_if']);
  if (conditions.length === 0) return null;
  const sentences = conditions.map(({ field: id, operator, value }) => {
    const target = fields.find((candidate) => idOf(candidate) === id);
    const verb = operators.find((candidate) => candidate.value === operator)?.text ?? operator;
    const label = target && optionsOf(target).find((option) => option.id === value)?.label;
    const shown = value === undefined ? '' : ` “${label ?? String(value)}”`;
    return `“${target ? labelText(target) : id}” ${verb}${shown}`;
  });
  return `Shows if ${sentences.join(isAny ? ' or ' : ' and ')}.`;
}

const idOf = ({ id }: JsonObject): string => (typeof id === 'string' ? id : '');

const labelText = (field: JsonObject): string =>
  typeof field['label'] === 'string' && field['label'] !== '' ? field['label'] : idOf(field);

function optionsOf(field: JsonObject): { id: string; label: string }[] {
  const { options } = field;
  if (!Array.isArray(options)) return [];
  return options.flatMap((option: JsonValue) =>
    isJsonObject(option) && typeof option['id'] === 'string' && typeof option['label'] === 'string'
      ? [{ id: option['id'], label: option['label'] }]
      : [],
  );
}
