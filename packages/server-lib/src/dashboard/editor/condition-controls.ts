import { type Html, html } from '../../base/html.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';
import { mostConditions } from '../../shared/logic/visible-fields.js';
import { icons } from '../../web/ui/icons.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { controlGroup, labelledControl, optionList, selectControl } from './control-html.js';
import { conditionOperators, valueLabel } from './describe-conditions.js';
import {
  type DraftCondition,
  fieldId,
  fieldLabel,
  fieldsById,
  optionsOf,
  ruleOf,
  takesAnswers,
} from './draft-conditions.js';
import type { EditorContext } from './editor-context.js';
import { memberLabel } from './member-texts.js';

/** Renders the conditions of a field as sentences, with one more empty condition. */
export function renderConditions(context: EditorContext, path: string, field: JsonObject): Html | null {
  const { isAny, conditions } = ruleOf(field);
  const targets = context.earlierFields.filter(takesAnswers);
  if (targets.length === 0 && conditions.length === 0) return null;
  const shown = { ...context, issues: rowIssues(context.issues, path), earlierFields: targets };
  const all = [...conditions, { field: '', operator: 'is', value: undefined }];
  const used = new Set(all.map((condition) => condition.field));
  // The rows share the suggestions of a field, so that the size of the page grows linearly with the number of fields.
  const lists = targets
    .filter((target) => used.has(fieldId(target)))
    .map((target) => suggestions(listOf(path, fieldId(target)), optionsOf(target)));
  const any = suggestions(listOf(path, ''), targets.flatMap(optionsOf).slice(0, maxSuggestions));
  const fieldList = optionList([
    { value: '', text: 'Choose a field …' },
    ...targets.map((target) => ({ value: fieldId(target), text: fieldLabel(target) })),
  ]);
  const byId = fieldsById(targets);
  const rows = all.map((condition, index) =>
    conditionRow({ context: shown, group: path, fieldList, byId }, index, condition),
  );
  const match = selectControl(
    html`id="show-if-match" name="${path}.match" aria-label="Conditions"`,
    [
      { value: 'all', text: 'all of these are true' },
      { value: 'any', text: 'any of these is true' },
    ],
    isAny ? 'any' : 'all',
  );
  return controlGroup(
    context,
    path,
    memberLabel('show_if'),
    'Without conditions, the field always shows.',
    html`<input type="hidden" name="${path}.count" value="${rows.length}">${match}<ol class="conditions">${rows}</ol>${lists}${any}
<div class="list-actions"><button class="button small" name="do" value="save">${icons.plus}Add another condition</button></div>`,
  );
}

/** The maximum number of suggestions where no field is chosen. */
const maxSuggestions = 200;

/** The ID of the list with the options of a field. */
const listOf = (group: string, field: string): string => `${group.replaceAll('.', '-')}-values-${field}`;

function suggestions(id: string, options: readonly { readonly label: string }[]): Html {
  return html`<datalist id="${id}">${options.map(({ label }) => html`<option value="${label}">`)}</datalist>`;
}

/** The data that the rows of a group share. */
interface ConditionRows {
  readonly context: EditorContext;
  readonly group: string;
  readonly fieldList: ReturnType<typeof optionList>;
  readonly byId: ReadonlyMap<string, JsonObject>;
}

function conditionRow(
  { context, group, fieldList, byId }: ConditionRows,
  index: number,
  condition: DraftCondition,
): Html {
  const path = `${group}.${index}`;
  const { field, operator, value } = condition;
  const known = byId.get(field);
  // A field that conditions can no longer refer to stays in the list until the owner chooses another.
  const hidden = (text: string) => html`<span class="unseen">${text}</span>`;
  return html`<li>${labelledControl(context, {
    path: `${path}.field`,
    label: hidden('Field'),
    control: (attributes) => fieldList(attributes, field, `${field} (not an earlier field)`),
  })}${labelledControl(context, {
    path: `${path}.operator`,
    label: hidden('Comparison'),
    control: (attributes) => selectControl(attributes, conditionOperators, operator),
  })}${labelledControl(context, {
    path: `${path}.value`,
    label: hidden('Value'),
    control: (attributes) =>
      html`<input type="text" ${attributes} value="${value === undefined ? '' : valueLabel(known, value)}" list="${listOf(group, field)}" dir="auto" autocomplete="off">`,
  })}${
    field !== '' &&
    html`<button class="icon-button" name="${group}.removed" value="${index}" title="Remove">${icons.trash}<span class="unseen">Remove condition ${index + 1}</span></button>`
  }</li>`;
}

/** Returns the faults of conditions at the controls that can correct them. */
function rowIssues(issues: readonly Issue[], path: string): Issue[] {
  return issues.flatMap((issue) => {
    if (!issue.path.startsWith(`${path}.`)) return [];
    const [, index, member] = issue.path.slice(path.length + 1).split('.');
    return [{ ...issue, path: `${path}.${index}.${member === 'field' ? 'field' : 'value'}` }];
  });
}

/** Reads the conditions of a field. Omits conditions without a field, and the condition whose "Remove" button was pressed. */
export function readConditions(form: SubmittedForm, path: string, field: JsonObject): JsonValue | undefined {
  const text = (name: string) => allValuesOf(form, `${path}.${name}`)[0];
  const count = Number(text('count') ?? Number.NaN);
  if (!Number.isInteger(count)) return field['show_if'];
  const conditions: JsonObject[] = [];
  for (let index = 0; index < Math.min(count, maxConditionRows); index++) {
    const name = text(`${index}.field`) ?? '';
    if (name !== '' && text('removed') !== String(index))
      conditions.push(toCondition(name, text(`${index}.operator`) ?? 'is', text(`${index}.value`) ?? ''));
  }
  if (conditions.length === 0) return null;
  return text('match') === 'any' ? { any: conditions } : { all: conditions };
}

/** One more than a field can have, so that the validation says that it has too many. */
const maxConditionRows = mostConditions + 1;

function toCondition(field: string, operator: string, value: string): JsonObject {
  if (operator === 'answered' || operator === 'unanswered') return { field, answered: operator === 'answered' };
  return { field, [operator]: value.trim() };
}
