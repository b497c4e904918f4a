import { Html, html } from '../../base/html.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';
import { mostConditions } from '../../shared/logic/limits.js';
import { icons } from '../../web/ui/icons.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { offeredOperator, operatorsOf, operatorText, takesValue } from './condition-operators.js';
import { controlGroup, labelledControl, optionList, type SelectRenderer, selectControl } from './control-html.js';
import { describeWhen } from './describe-conditions.js';
import {
  type DraftCondition,
  type DraftGroup,
  fieldId,
  fieldLabel,
  groupMatches,
  groupOf,
  isGroup,
  isOpenValue,
  optionsOf,
  rowsOf,
  subjectJson,
  subjectKey,
  subjectOfKey,
  takesAnswers,
  typeOfSubject,
} from './draft-conditions.js';
import { type EditorContext, elementId } from './editor-context.js';
import { helpOf, memberLabel } from './member-texts.js';
import { type Comparand, comparandControls, readComparand, valueSelect } from './operand-controls.js';

/**
 * Renders the conditions of a member as sentences, with one more empty condition. They list all earlier fields, so they are a block that
 * changes with these fields, the conditions and their faults only.
 */
export function renderConditions(context: EditorContext, path: string, object: JsonObject): Html | null {
  const conditions = object[lastName(path)];
  const { earlierFields, variables = [] } = context;
  if (subjectsOf(context).length === 0 && groupOf(conditions).parts.length === 0) return null;
  const faults = JSON.stringify(context.issues.filter((issue) => `${issue.path}.`.startsWith(`${path}.`)));
  const values = { conditions, faults, ...[...earlierFields, ...variables] };
  return Html.block('fieldset', elementId(path), values, () => conditionControls(context, path, groupOf(conditions)));
}

function conditionControls(context: EditorContext, path: string, group: DraftGroup): Html {
  const subjects = subjectsOf(context);
  const shown = { ...context, issues: controlIssues(context.issues, path, group) };
  const page: ConditionPage = {
    context: shown,
    names: {
      fields: new Map(context.earlierFields.map((field) => [fieldId(field), field])),
      variables: new Map((context.variables ?? []).map((variable) => [fieldId(variable), variable])),
    },
    subjectList: optionList([{ value: '', text: 'Choose a field …' }, ...subjects]),
    selectOf: sharedSelects(),
    known: new Set(subjects.map(({ value }) => value)),
  };
  const content = renderGroup(page, path, group, 0);
  const label = memberLabel(path);
  // The label begins a sentence that the conditions end.
  return group.parts.length === 0
    ? controlGroup(shown, path, html`<span class="unseen">${label}</span>`, helpOf(path), content)
    : controlGroup(shown, path, label, '', content);
}

/** The data that all conditions of a member share. */
interface ConditionPage {
  readonly context: EditorContext;
  readonly names: Comparand['names'];
  readonly subjectList: SelectRenderer;
  readonly selectOf: Comparand['selectOf'];
  readonly known: ReadonlySet<string>;
}

/** Returns a function that prepares the selects of a field once, since many conditions can compare the same options. */
function sharedSelects(): Comparand['selectOf'] {
  const known = new Map<JsonObject, SelectRenderer>();
  return (target) => {
    const found = known.get(target);
    if (found) return found;
    const select = valueSelect(optionsOf(target).map(({ id, label }) => ({ value: id, text: label })));
    known.set(target, select);
    return select;
  };
}

/** Returns what conditions can be about: answers, rows, numbers of answers, and variables. */
function subjectsOf({ earlierFields, variables = [] }: EditorContext): { value: string; text: string }[] {
  const ofFields = earlierFields.filter(takesAnswers).flatMap((field) => {
    const [id, label] = [fieldId(field), fieldLabel(field)];
    const rows = rowsOf(field).map((row) => ({ value: `${id}.${row.id}`, text: `${label}: ${row.label}` }));
    const isCounted = ['multiple_choice', 'ranking', 'matrix'].some((type) => type === field['type']);
    const count = isCounted ? [{ value: `#${id}`, text: `${label}: number of answers` }] : [];
    return [{ value: id, text: label }, ...rows, ...count];
  });
  return [
    ...ofFields,
    ...variables.map((variable) => ({ value: `$${fieldId(variable)}`, text: `Variable ${fieldId(variable)}` })),
  ];
}

/** Groups in groups are edited to this depth. Deeper ones are shown as a sentence. */
const maxEdited = 1;

function renderGroup(page: ConditionPage, path: string, group: DraftGroup, depth: number): Html {
  const rows = [...group.parts, undefined].map((part, index) => {
    const at = `${path}.${index}`;
    if (part && isGroup(part)) return groupRow(page, at, part, depth + 1);
    return Html.lazy(() => conditionRow(page, at, part));
  });
  // For a single condition, all and any are the same.
  const isMatchShown = group.parts.length > 1 || (group.parts.length === 1 && group.match === 'none');
  const match = isMatchShown
    ? selectControl(
        html`id="${elementId(`${path}.match`)}" name="${path}.match" aria-label="Conditions"`,
        [
          { value: 'all', text: 'all of these are true' },
          { value: 'any', text: 'any of these is true' },
          { value: 'none', text: 'none of these is true' },
        ],
        group.match,
      )
    : html`<input type="hidden" name="${path}.match" value="${group.match}">`;
  const canGroup = depth < maxEdited && group.parts.length > 0;
  return html`<input type="hidden" name="${path}.count" value="${rows.length}">${match}<ol class="conditions">${rows}</ol>
<div class="list-actions"><button class="button small editor-save" name="do" value="save">${icons.plus}Add another condition</button>${
    canGroup &&
    html`<button class="button small" name="${path}.grouped" value="1">${icons.plus}Add a group of conditions</button>`
  }</div>`;
}

function groupRow(page: ConditionPage, path: string, group: DraftGroup, depth: number): Html {
  const content =
    depth > maxEdited
      ? html`<input type="hidden" name="${path}.kept" value="1"><p>${describeWhen(group.json, page.names)}</p><p class="help">Edit this group in Code.</p>`
      : renderGroup(page, path, group, depth);
  return html`<li class="condition-group"><fieldset class="group"><legend class="unseen">Group</legend>${content}</fieldset>${removeButton(path, 'Remove the group')}</li>`;
}

function removeButton(path: string, label: string): Html {
  const dot = path.lastIndexOf('.');
  return html`<button class="icon-button" name="${path.slice(0, dot)}.removed" value="${path.slice(dot + 1)}" title="Remove">${icons.trash}<span class="unseen">${label}</span></button>`;
}

function conditionRow(page: ConditionPage, path: string, condition: DraftCondition | undefined): Html {
  const { context, names, subjectList, known } = page;
  const key = condition ? subjectKey(condition) : '';
  // A field that conditions can no longer refer to stays in the list until the owner chooses another.
  const hidden = (text: string) => html`<span class="unseen">${text}</span>`;
  const subject = labelledControl(context, {
    path: `${path}.field`,
    label: condition ? hidden('Field') : 'Add a condition',
    control: (attributes) => subjectList(attributes, key, `${key} (not an earlier field)`),
  });
  if (!condition || key === '') return html`<li>${subject}</li>`;
  const type = known.has(key) ? typeOfSubject(condition, names) : '';
  const operator = offeredOperator(type, condition.operator);
  const number = Number(path.slice(path.lastIndexOf('.') + 1)) + 1;
  return html`<li>${subject}${labelledControl(context, {
    path: `${path}.operator`,
    label: hidden('Comparison'),
    control: (attributes) => operatorControl(attributes, type, operator),
  })}${takesValue(operator) && comparisonControls(page, path, type, { ...condition, operator })}${removeButton(path, `Remove condition ${number}`)}</li>`;
}

/** The controls of the values that a condition compares with. */
function comparisonControls(
  { context, names, selectOf }: ConditionPage,
  path: string,
  type: string,
  condition: DraftCondition,
): Html {
  const { operator, value, field, subject } = condition;
  const target = subject === 'variable' ? undefined : names.fields.get(field);
  const shared = { context, names, type, target, selectOf };
  if (operator === 'one_of') return listControl({ ...shared, path: `${path}.value`, label: 'Values', value });
  if (operator !== 'between') return comparandControls({ ...shared, path: `${path}.value`, label: 'Value', value });
  const [low, high] = Array.isArray(value) ? value : [value];
  return html`${comparandControls({ ...shared, path: `${path}.value`, label: 'Lowest value', value: low })}${comparandControls({ ...shared, path: `${path}.high`, label: 'Highest value', value: high })}`;
}

/** Several values: boxes for options, lines for other values. */
function listControl({ context, path, label, target, value }: Omit<Comparand, 'selectOf'>): Html {
  const values = Array.isArray(value) ? value.map(String) : value === undefined || value === '' ? [] : [String(value)];
  const options = target ? optionsOf(target) : [];
  if (options.length > 0)
    return html`<fieldset class="group"><legend class="unseen">${label}</legend>${options.map(({ id, label: text }) => {
      const box = elementId(`${path}.${id}`);
      return html`<div class="field check"><input type="checkbox" id="${box}" name="${path}" value="${id}"${values.includes(id) && html` checked`}><label for="${box}" dir="auto">${text}</label></div>`;
    })}</fieldset>`;
  return labelledControl(context, {
    path,
    label: html`<span class="unseen">${label}</span>`,
    help: 'One per line.',
    control: (attributes) => html`<textarea ${attributes} rows="3" dir="auto">${'\n'}${values.join('\n')}</textarea>`,
  });
}

/** The operators of a type. One that the type does not allow stays in the list until the owner chooses another. */
function operatorControl(attributes: Html, type: string, current: string): Html {
  const offered = operatorsOf(type);
  const isOffered = offered.some(({ value }) => value === current);
  const unknown = { value: current, text: `${operatorText(type, current)} (not possible)` };
  return selectControl(attributes, isOffered ? offered : [...offered, unknown], current);
}

/** Returns the faults of conditions at the controls that can correct them. A value that nobody has chosen yet is not wrong. */
function controlIssues(issues: readonly Issue[], path: string, root: DraftGroup): Issue[] {
  const matches: readonly string[] = groupMatches;
  return issues.flatMap((issue) => {
    if (!issue.path.startsWith(`${path}.`)) return issue.path === path && root.parts.length > 0 ? [issue] : [];
    const names = issue.path.slice(path.length + 1).split('.');
    const steps = names.filter((name) => /^\d+$/.test(name));
    // A single condition is a group of one.
    if (steps.length === 0) steps.push('0');
    const condition = steps.reduce<DraftGroup | DraftCondition | undefined>(
      (part, step) => (part && isGroup(part) ? part.parts[Number(step)] : part),
      root,
    );
    if (!condition || isGroup(condition)) return [];
    const member = names.find((name) => !/^\d+$/.test(name) && !matches.includes(name)) ?? '';
    const isSubject = ['field', 'row', 'count', 'variable'].includes(member);
    if (!isSubject && isOpenValue(condition.value)) return [];
    return [{ ...issue, path: `${path}.${steps.join('.')}.${isSubject ? 'field' : 'value'}` }];
  });
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Reads the conditions of a member. Omits conditions without a field, and what was removed by a button. */
export function readConditions(form: SubmittedForm, path: string, object: JsonObject): JsonValue | undefined {
  const before = object[lastName(path)];
  return readGroup(form, path, groupOf(before)) ?? (textIn(form, `${path}.count`) === undefined ? before : null);
}

/** One more than a field can have, so that the validation says that it has too many. */
const maxConditionRows = mostConditions + 1;

/** Returns a group of conditions. Null if it is empty, undefined if the form does not have it. */
function readGroup(form: SubmittedForm, path: string, before: DraftGroup): JsonObject | null | undefined {
  const text = (name: string) => textIn(form, `${path}.${name}`);
  const count = Number(text('count') ?? Number.NaN);
  if (!Number.isInteger(count)) return undefined;
  const parts: JsonObject[] = [];
  for (let index = 0; index < Math.min(count, maxConditionRows); index++) {
    const part = before.parts[index];
    const known = part && isGroup(part) ? part : groupOf(undefined);
    if (text('removed') === String(index)) continue;
    if (text(`${index}.kept`) !== undefined) {
      parts.push(known.json);
      continue;
    }
    const group = readGroup(form, `${path}.${index}`, known);
    // A group that was just added is empty.
    if (group !== undefined) {
      if (group ?? known.parts.length === 0)
        parts.push(group ?? { [textIn(form, `${path}.${index}.match`) ?? 'any']: [] });
      continue;
    }
    const condition = readCondition(form, `${path}.${index}`, part && !isGroup(part) ? part : undefined);
    if (condition) parts.push(condition);
  }
  if (text('grouped') !== undefined) parts.push({ any: [] });
  const match = groupMatches.find((name) => name === text('match')) ?? 'all';
  return parts.length === 0 ? null : { [match]: parts };
}

function readCondition(form: SubmittedForm, path: string, before: DraftCondition | undefined): JsonObject | undefined {
  const text = (name: string) => textIn(form, `${path}.${name}`);
  const key = text('field') ?? '';
  if (key === '') return undefined;
  const subject = subjectJson(subjectOfKey(key));
  // The value belongs to the field that it was entered for.
  if (before && subjectKey(before) !== key) return subject;
  const operator = text('operator') ?? (before?.operator || 'is');
  if (operator === 'answered' || operator === 'unanswered') return { ...subject, answered: operator === 'answered' };
  const value = readComparand(form, `${path}.value`);
  if (operator === 'between') return { ...subject, between: [value, readComparand(form, `${path}.high`)] };
  if (operator !== 'one_of') return { ...subject, [operator]: value };
  const values = allValuesOf(form, `${path}.value`).flatMap((line) => line.split(/\r?\n/));
  // Lines keep their end while they are typed.
  return { ...subject, one_of: values.map((one) => one.trim()).filter((one) => one !== '') };
}

function textIn(form: SubmittedForm, name: string): string | undefined {
  return allValuesOf(form, name)[0];
}
