import type { Issue } from '../../../faults/fault.js';
import type { JsonObject, JsonValue } from '../../../validation/json-value.js';
import { type Html, html } from '../../../web/html.js';
import { icons } from '../../../web/icons.js';
import { type SubmittedForm, valuesOf } from '../../read-form.js';
import { group, labelled, select } from '../control-html.js';
import type { EditorContext } from '../editor-context.js';
import { labelOf } from '../member-texts.js';
import { operators, valueLabel } from './describe-conditions.js';
import { type DraftCondition, fieldId, fieldLabel, optionsOf, ruleOf, takesAnswers } from './draft-conditions.js';

/** Renders when a field shows, as sentences with one more empty condition. */
export function renderConditions(context: EditorContext, path: string, field: JsonObject): Html | null {
  const { isAny, conditions } = ruleOf(field);
  const targets = context.earlierFields.filter(takesAnswers);
  if (targets.length === 0 && conditions.length === 0) return null;
  const shown = { ...context, issues: rowIssues(context.issues, path), earlierFields: targets };
  const rows = [...conditions, { field: '', operator: 'is', value: undefined }].map((condition, index) =>
    conditionRow(shown, path, index, condition),
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
    html`<input type="hidden" name="${path}.count" value="${rows.length}">${match}<ol class="conditions">${rows}</ol>
<div class="list-actions"><button class="button small" name="do" value="save">${icons.plus}Add another condition</button></div>`,
  );
}

function conditionRow(context: EditorContext, group: string, index: number, condition: DraftCondition): Html {
  const path = `${group}.${index}`;
  const { field, operator, value } = condition;
  const targets = context.earlierFields;
  const known = targets.find((target) => fieldId(target) === field);
  const list = `${path.replaceAll('.', '-')}-values`;
  const suggestions = known ? optionsOf(known) : field === '' ? targets.flatMap(optionsOf) : [];
  const fields = targets.map((target) => ({ value: fieldId(target), text: fieldLabel(target) }));
  // A field that conditions cannot refer to any more stays until the owner chooses another.
  if (field !== '' && !known) fields.push({ value: field, text: `${field} (not an earlier field)` });
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
      html`<input type="text" ${attributes} value="${value === undefined ? '' : valueLabel(known, value)}" list="${list}" dir="auto" autocomplete="off">`,
  })}<datalist id="${list}">${suggestions.map(({ label }) => html`<option value="${label}">`)}</datalist>${
    field !== '' &&
    html`<button class="icon-button" name="${group}.removed" value="${index}" title="Remove">${icons.trash}<span class="unseen">Remove condition ${index + 1}</span></button>`
  }</li>`;
}

/** Returns the faults of conditions at the controls that edit what is wrong. */
function rowIssues(issues: readonly Issue[], path: string): Issue[] {
  return issues.flatMap((issue) => {
    if (!issue.path.startsWith(`${path}.`)) return [];
    const [, index, member] = issue.path.slice(path.length + 1).split('.');
    return [{ ...issue, path: `${path}.${index}.${member === 'field' ? 'field' : 'value'}` }];
  });
}

/** Reads when a field shows. Conditions without a field are left out, and the one whose button removes it. */
export function readConditions(form: SubmittedForm, path: string, field: JsonObject): JsonValue | undefined {
  const text = (name: string) => valuesOf(form, `${path}.${name}`)[0];
  const count = Number(text('count') ?? Number.NaN);
  if (!Number.isInteger(count)) return field['show_if'];
  const conditions: JsonObject[] = [];
  for (let index = 0; index < Math.min(count, maxConditions); index++) {
    const name = text(`${index}.field`) ?? '';
    if (name !== '' && text('removed') !== String(index))
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
