import { type Html, html } from '../../base/html.js';
import { columnOperators } from '../../core/answers/column-condition.js';
import { icons } from '../../web/ui/icons.js';
import type { AnswerTableColumn } from './answer-table.js';
import { type FieldCondition, maxConditions, operatorLabels } from './answers-query.js';
import { labelledField, option } from './filter-parts.js';

const noCondition: FieldCondition = { field: '', operator: '', value: '' };

/**
 * The fields of the conditions of a filter. Buttons of the form add and remove one, and keep what the others contain.
 *
 * @param isAdding Whether there are fields for another condition.
 */
export function conditionFields(
  conditions: readonly FieldCondition[],
  columns: readonly AnswerTableColumn[],
  isAdding: boolean,
): Html {
  const hasEmpty = conditions.length === 0 || (isAdding && conditions.length < maxConditions);
  const all = hasEmpty ? [...conditions, noCondition] : conditions;
  const rows = all.map((condition, at) =>
    conditionRow(condition, columns, { at, isOnly: all.length === 1, isNew: isAdding && at === all.length - 1 }),
  );
  return html`<fieldset class="answer-conditions"><legend>Conditions</legend>
${all.length > 1 && html`<p class="help">All of them must hold.</p>`}
${rows}
${all.length < maxConditions && html`<button class="button small" name="add" value="condition">Add a condition</button>`}
</fieldset>`;
}

/** What distinguishes a row from the others. */
interface Row {
  readonly at: number;
  readonly isOnly: boolean;
  readonly isNew: boolean;
}

function conditionRow(
  { field, operator, value }: FieldCondition,
  columns: readonly AnswerTableColumn[],
  { at, isOnly, isNew }: Row,
): Html {
  const id = (name: string) => `answers-${name}-${at + 1}`;
  const fields = [option('', 'Any', field), ...columns.map((column) => option(column.id, column.label, field))];
  const comparisons = columnOperators.map((name) => option(name, operatorLabels[name], operator || 'contains'));
  const remove = html`<button class="icon-button" name="remove" value="${at}" title="Remove">${icons.wrong}<span class="unseen">Remove condition ${at + 1}</span></button>`;
  return html`<div class="answer-condition" role="group" aria-label="Condition ${at + 1}">
${labelledField(id('field'), 'Column', html`<select id="${id('field')}" name="field"${isNew && html` autofocus`}>${fields}</select>`)}
${labelledField(id('operator'), 'Comparison', html`<select id="${id('operator')}" name="operator">${comparisons}</select>`)}
${labelledField(id('value'), 'Value', html`<input id="${id('value')}" name="value" type="text" value="${value}" dir="auto" maxlength="500">`)}
${!isOnly && remove}
</div>`;
}
