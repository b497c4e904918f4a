import { type Html, html } from '../../base/html.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';
import { mostConditions } from '../../shared/logic/limits.js';
import { icons } from '../../web/ui/icons.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { operatorsOf, operatorText, takesValue } from './condition-operators.js';
import { controlGroup, labelledControl, optionList, selectControl } from './control-html.js';
import {
  type DraftCondition,
  fieldId,
  fieldLabel,
  fieldsById,
  hasOtherConditions,
  numberTypes,
  optionsOf,
  ruleOf,
  takesAnswers,
} from './draft-conditions.js';
import type { EditorContext } from './editor-context.js';
import { helpOf, memberLabel } from './member-texts.js';

/** Renders the conditions of a field as sentences, with one more empty condition. */
export function renderConditions(context: EditorContext, path: string, field: JsonObject): Html | null {
  if (hasOtherConditions(field)) {
    return controlGroup(context, path, memberLabel(path), 'These conditions are edited in Code.', html``);
  }
  const { isAny, conditions } = ruleOf(field);
  const targets = context.earlierFields.filter(takesAnswers);
  if (targets.length === 0 && conditions.length === 0) return null;
  const shown = { ...context, issues: rowIssues(context.issues, path, conditions), earlierFields: targets };
  const all = [...conditions, { field: '', operator: 'is', value: undefined }];
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
    memberLabel(path),
    helpOf(path),
    html`<input type="hidden" name="${path}.count" value="${rows.length}">${match}<ol class="conditions">${rows}</ol>
<div class="list-actions"><button class="button small" name="do" value="save">${icons.plus}Add another condition</button></div>`,
  );
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
  })}${
    field !== '' &&
    html`${labelledControl(context, {
      path: `${path}.operator`,
      label: hidden('Comparison'),
      control: (attributes) => operatorControl(attributes, known?.['type'], operator),
    })}${
      takesValue(operator) &&
      labelledControl(context, {
        path: `${path}.value`,
        label: hidden('Value'),
        control: (attributes) => valueControl(attributes, known, value),
      })
    }<button class="icon-button" name="${group}.removed" value="${index}" title="Remove">${icons.trash}<span class="unseen">Remove condition ${index + 1}</span></button>`
  }</li>`;
}

/** The operators of a type. One that the type does not allow stays in the list until the owner chooses another. */
function operatorControl(attributes: Html, type: JsonValue | undefined, current: string): Html {
  const offered = operatorsOf(type);
  const isOffered = offered.some(({ value }) => value === current);
  const unknown = { value: current, text: `${operatorText(type, current)} (not possible)` };
  return selectControl(attributes, isOffered ? offered : [...offered, unknown], current);
}

const yesOrNo = [
  { value: 'true', text: 'Yes' },
  { value: 'false', text: 'No' },
];

/** A control for a value by the type of its field: its options, a number, a date, a time or a text. */
function valueControl(attributes: Html, field: JsonObject | undefined, value: JsonValue | undefined): Html {
  const type = field?.['type'];
  const text = value === undefined || typeof value === 'object' ? '' : String(value);
  if (type === 'consent') return choice(attributes, yesOrNo, text);
  if (typeof type === 'string' && choiceTypes.includes(type) && field)
    return choice(
      attributes,
      optionsOf(field).map(({ id, label }) => ({ value: id, text: label })),
      text,
    );
  if (typeof type === 'string' && numberTypes.includes(type))
    return html`<input type="text" inputmode="decimal" ${attributes} value="${text}" autocomplete="off">`;
  // A value that is not a date or a time stays readable.
  if (type === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(text))
    return html`<input type="date" ${attributes} value="${text}">`;
  if (type === 'time' && /^(\d\d:\d\d(:\d\d)?)?$/.test(text))
    return html`<input type="time" ${attributes} value="${text}">`;
  return html`<input type="text" ${attributes} value="${text}" dir="auto" autocomplete="off">`;
}

const choiceTypes = ['single_choice', 'dropdown', 'multiple_choice', 'ranking'];

/** A select of values. It marks a current value that is not in the list. */
function choice(attributes: Html, options: readonly { value: string; text: string }[], current: string): Html {
  return optionList([{ value: '', text: 'Choose …' }, ...options])(attributes, current, `“${current}” (removed)`);
}

/** Returns the faults of conditions at the controls that can correct them. A value that nobody has chosen yet is not wrong. */
function rowIssues(issues: readonly Issue[], path: string, conditions: readonly DraftCondition[]): Issue[] {
  return issues.flatMap((issue) => {
    if (!issue.path.startsWith(`${path}.`)) return [];
    const [, index, member] = issue.path.slice(path.length + 1).split('.');
    if (member !== 'field' && conditions[Number(index)]?.value === '') return [];
    return [{ ...issue, path: `${path}.${index}.${member === 'field' ? 'field' : 'value'}` }];
  });
}

/** Reads the conditions of a field. Omits conditions without a field, and the condition whose "Remove" button was pressed. */
export function readConditions(form: SubmittedForm, path: string, field: JsonObject): JsonValue | undefined {
  const text = (name: string) => allValuesOf(form, `${path}.${name}`)[0];
  const count = Number(text('count') ?? Number.NaN);
  if (!Number.isInteger(count)) return field['show_if'];
  const before = ruleOf(field).conditions;
  const conditions: JsonObject[] = [];
  for (let index = 0; index < Math.min(count, maxConditionRows); index++) {
    const name = text(`${index}.field`) ?? '';
    if (name !== '' && text('removed') !== String(index))
      conditions.push(
        // The value belongs to the field that it was entered for.
        (before[index]?.field ?? name) === name
          ? toCondition(name, text(`${index}.operator`) ?? '', text(`${index}.value`) ?? '')
          : { field: name },
      );
  }
  if (conditions.length === 0) return null;
  return text('match') === 'any' ? { any: conditions } : { all: conditions };
}

/** One more than a field can have, so that the validation says that it has too many. */
const maxConditionRows = mostConditions + 1;

function toCondition(field: string, operator: string, value: string): JsonObject {
  if (operator === 'answered' || operator === 'unanswered') return { field, answered: operator === 'answered' };
  return { field, [operator || 'is']: value.trim() };
}
