import { type Html, html } from '../../../web/html.js';
import { icons } from '../../../web/icons.js';
import { type ColumnHead, timeColumn } from '../../asks/answers/answer-table.js';
import {
  type AnswersQuery,
  type FilterParams,
  noFilter,
  operators,
  writeAnswersQuery,
} from '../../asks/answers/answers-query.js';

/** The data of the filter of a page with answers. */
export interface FilterView {
  readonly path: string;
  readonly query: AnswersQuery;
  readonly columns: readonly ColumnHead[];
  /** The IDs of the columns that the table has. */
  readonly shown: readonly string[];
}

/** The search, the filters, the chosen filters and the choice of columns. */
export function filterView(view: FilterView): Html {
  return html`<div class="answer-tools">${searchForm(view)}${columnsForm(view)}</div>
${chips(view)}`;
}

function searchForm({ path, query, columns }: FilterView): Html {
  const { q, since, until, field, operator, value, tag, sort } = query;
  const isOpen = [since, until, field, tag].some((text) => text !== '') || sort === 'oldest';
  return html`<form class="answer-search" method="get" action="${path}" role="search">
${hidden('voter_ref', query.voter_ref)}${query.columns.map((column) => hidden('columns', column))}
<div class="search-line"><label class="unseen" for="answers-q">Search the answers</label><input id="answers-q" name="q" type="search" value="${q}" dir="auto" placeholder="Search the answers" maxlength="500"><button class="button">Search</button></div>
<details class="tool"${isOpen && html` open`}><summary class="button small">Filter and sort</summary>
<div class="filter-fields">
${labelled('answers-since', 'From', html`<input id="answers-since" name="since" type="date" value="${since}">`)}
${labelled('answers-until', 'To', html`<input id="answers-until" name="until" type="date" value="${until}">`)}
${labelled('answers-tag', 'Tag', html`<input id="answers-tag" name="tag" type="text" value="${tag}" dir="auto" maxlength="40">`)}
${labelled('answers-sort', 'Order', html`<select id="answers-sort" name="sort">${option('newest', 'Newest first', sort)}${option('oldest', 'Oldest first', sort)}</select>`)}
</div><div class="filter-fields">
${labelled('answers-field', 'Column', html`<select id="answers-field" name="field">${option('', 'Any', field)}${columns.map(({ id, label }) => option(id, label, field))}</select>`)}
${labelled('answers-operator', 'Comparison', html`<select id="answers-operator" name="operator">${operators.map(({ name, label }) => option(name, label, operator || 'contains'))}</select>`)}
${labelled('answers-value', 'Value', html`<input id="answers-value" name="value" type="text" value="${value}" dir="auto" maxlength="500">`)}
</div>
<p class="help">Days are in UTC. “To” includes the whole day.</p>
<div class="actions"><button class="button small primary">Apply</button><a class="button small" href="${path}">Clear</a></div>
</details>
</form>`;
}

function columnsForm({ path, query, columns, shown }: FilterView): Html {
  const { columns: _, sort, ...filter } = query;
  // The time leads to the answer, so that it is always shown.
  const optional = columns.filter(({ id }) => id !== timeColumn);
  const boxes = optional.map(
    ({ id, label }) =>
      html`<li><label class="check-line"><input type="checkbox" name="columns" value="${id}"${shown.includes(id) && html` checked`}><span dir="auto">${label}</span></label></li>`,
  );
  return html`<details class="tool columns-tool"><summary class="button small">Columns</summary>
<form method="get" action="${path}">
${Object.entries(filter).map(([name, value]) => hidden(name, value))}${sort === 'oldest' && hidden('sort', sort)}
<fieldset><legend class="unseen">Columns of the table</legend><ul class="column-list">${boxes}</ul></fieldset>
<div class="actions"><button class="button small primary">Show columns</button><a class="button small" href="${path}${writeAnswersQuery({ ...query, columns: [] })}">Default</a></div>
</form>
</details>`;
}

/** The chosen filters. Each link removes one. */
function chips({ path, query, columns }: FilterView): Html | null {
  const { q, since, until, field, operator, value, tag, voter_ref } = query;
  const column = columns.find(({ id }) => id === field);
  const chosen = operators.find(({ name }) => name === (operator || 'contains'));
  const compared =
    column && chosen
      ? html`<bdi>${column.label}</bdi> ${chosen.label}${chosen.needsValue && html` “<bdi>${value}</bdi>”`}`
      : null;
  const all: readonly (readonly [Html | null, Partial<FilterParams>])[] = [
    [q === '' ? null : html`Contains “<bdi>${q}</bdi>”`, { q: '' }],
    [since === '' ? null : html`From ${since}`, { since: '' }],
    [until === '' ? null : html`To ${until}`, { until: '' }],
    [compared, { field: '', operator: '', value: '' }],
    [tag === '' ? null : html`Tag “<bdi>${tag}</bdi>”`, { tag: '' }],
    [voter_ref === '' ? null : html`Visitor <code>${voter_ref.slice(0, 8)}</code>`, { voter_ref: '' }],
  ];
  const items = all.flatMap(([text, removed]) =>
    text
      ? [
          html`<li><a class="chip" href="${path}${writeAnswersQuery({ ...query, ...removed })}"><span>${text}</span><span class="unseen">, remove this filter</span>${icons.wrong}</a></li>`,
        ]
      : [],
  );
  if (items.length === 0) return null;
  const clear =
    items.length > 1 &&
    html`<li><a href="${path}${writeAnswersQuery({ ...query, ...noFilter })}">Clear all filters</a></li>`;
  return html`<ul class="chips" aria-label="Filters">${items}${clear}</ul>`;
}

/** Returns whether a query filters answers. */
export function isFiltered({ since, until, voter_ref, field, q, tag }: FilterParams): boolean {
  return [since, until, voter_ref, field, q, tag].some((text) => text !== '');
}

function labelled(id: string, label: string, control: Html): Html {
  return html`<div class="field"><label for="${id}">${label}</label>${control}</div>`;
}

function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;
}

/** A hidden input. Null for an empty value. */
export function hidden(name: string, value: string): Html | null {
  return value === '' ? null : html`<input type="hidden" name="${name}" value="${value}">`;
}
