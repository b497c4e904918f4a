import { type Html, html } from '../../base/html.js';
import { columnOperators } from '../../core/answers/column-condition.js';
import { icons } from '../../web/ui/icons.js';
import { type AnswerTableColumn, respondentColumn, timeColumn } from './answer-table.js';
import {
  type AnswerPageQuery,
  type FieldCondition,
  maxConditions,
  operatorLabels,
  readColumnOrder,
  writeAnswersQuery,
  writeColumnOrder,
} from './answers-query.js';
import { exportTool } from './export-view.js';
import { filterChips } from './filter-chips.js';
import { hidden, keptInputs, labelledField, option } from './filter-parts.js';

const noCondition: FieldCondition = { field: '', operator: '', value: '' };

/** The data of the filter of a page with answers. */
export interface FilterView {
  readonly path: string;
  readonly query: AnswerPageQuery;
  readonly columns: readonly AnswerTableColumn[];
  /** The IDs of the columns that the table has. */
  readonly shown: readonly string[];
  /** Whether the form has fields for another condition. */
  readonly addsCondition: boolean;
  /** The languages of the ask. */
  readonly languages: readonly string[];
}

/** The search, the filters, the choice of columns and the chosen filters. */
export function filterView(view: FilterView): Html {
  return html`<div class="answer-tools">${searchForm(view)}${columnsForm(view)}${exportTool(view.path, view.query, view.languages)}</div>
${filterChips(view)}`;
}

function searchForm(view: FilterView): Html {
  const { path, query, columns, addsCondition } = view;
  const { q, since, until, conditions, tag, respondent, sort } = query;
  // Enter in a field presses the first button, which must be the one that searches.
  return html`<form class="answer-search" method="get" action="${path}" role="search">
${hidden('voter_ref', query.voter_ref)}${query.columns.map((column) => hidden('columns', column))}
<div class="search-line"><label class="unseen" for="answers-q">Search the answers</label><input id="answers-q" name="q" type="search" value="${q}" dir="auto" placeholder="Search the answers" maxlength="500"><button class="button">Search</button></div>
<details class="tool" name="answer-tools"${addsCondition && html` open`}><summary class="button">Filter and sort</summary>
<div class="tool-panel"><div class="filter-fields">
${labelledField('answers-since', 'From', html`<input id="answers-since" name="since" type="date" value="${since}">`)}
${labelledField('answers-until', 'To', html`<input id="answers-until" name="until" type="date" value="${until}">`)}
${labelledField('answers-tag', 'Tag', html`<input id="answers-tag" name="tag" type="text" value="${tag}" dir="auto" maxlength="40">`)}
${columns.some(({ id }) => id === respondentColumn) && labelledField('answers-user', 'User ID', html`<input id="answers-user" name="respondent" type="text" value="${respondent}" dir="auto" maxlength="255">`)}
${labelledField('answers-sort', 'Order', html`<select id="answers-sort" name="sort">${option('newest', 'Newest first', sort)}${option('oldest', 'Oldest first', sort)}${columnOrders(view)}</select>`)}
</div>
${conditionFields(conditions, columns, addsCondition)}
<p class="help">Days are in UTC. “To” includes the whole day.</p>
<div class="actions"><button class="button small primary">Apply</button><a class="button small" href="${path}">Clear</a></div></div>
</details>
</form>`;
}

/** The options for the orders by the columns of the table. The heads of the table have the same links, but phones do not show them. */
function columnOrders({ query: { sort }, columns, shown }: FilterView): readonly Html[] {
  const order = readColumnOrder(sort, columns);
  return columns.flatMap(({ id, label }, at) => {
    if (id === timeColumn || !(shown.includes(id) || at === order?.column)) return [];
    return (['ascending', 'descending'] as const).map((direction) =>
      option(writeColumnOrder(id, direction), `${label}, ${direction}`, sort),
    );
  });
}

function columnsForm({ path, query, columns, shown }: FilterView): Html {
  // The time leads to the answer, so that it is always shown.
  const optional = columns.filter(({ id }) => id !== timeColumn);
  const boxes = optional.map(
    ({ id, label }) =>
      html`<li><label class="check-line"><input type="checkbox" name="columns" value="${id}"${shown.includes(id) && html` checked`}><span dir="auto">${label}</span></label></li>`,
  );
  return html`<details class="tool columns-tool" name="answer-tools"><summary class="button">Columns</summary>
<form class="tool-panel" method="get" action="${path}">
${keptInputs({ ...query, columns: [] })}
<input type="hidden" name="columns" value=""><fieldset><legend class="unseen">Columns of the table</legend><ul>${boxes}</ul></fieldset>
<div class="actions"><button class="button small primary">Show columns</button><a class="button small" href="${path}${writeAnswersQuery({ ...query, columns: [] }, { columns: '' })}">Reset</a></div>
</form>
</details>`;
}

/**
 * The fields of the conditions of a filter. Buttons of the form add and remove a condition, and keep the other conditions.
 *
 * @param isAdding Whether there are fields for another condition.
 */
function conditionFields(
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
