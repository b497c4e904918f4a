import { type Html, html } from '../../base/html.js';
import { needsValue, operatorNamed } from '../../core/answers/column-condition.js';
import { icons } from '../../web/ui/icons.js';
import type { AnswerTableColumn } from './answer-table.js';
import {
  type AnswerPageQuery,
  type FieldCondition,
  type FilterParams,
  noFilter,
  operatorLabels,
  writeAnswersQuery,
} from './answers-query.js';

/** The data of the chosen filters. */
interface FilterChips {
  readonly path: string;
  readonly query: AnswerPageQuery;
  readonly columns: readonly AnswerTableColumn[];
}

/** The chosen filters. Each one is a link that removes the filter. */
export function filterChips({ path, query, columns }: FilterChips): Html | null {
  const items = filterTexts(query, columns).map(
    ([text, removed]) =>
      html`<li><a class="chip" href="${path}${writeAnswersQuery({ ...query, ...removed })}"><span>${text}</span><span class="unseen">, remove this filter</span>${icons.wrong}</a></li>`,
  );
  if (items.length === 0) return null;
  const clear =
    items.length > 1 &&
    html`<li><a href="${path}${writeAnswersQuery({ ...query, ...noFilter })}">Clear all filters</a></li>`;
  return html`<ul class="chips" aria-label="Filters">${items}${clear}</ul>`;
}

/** Returns each chosen filter in words, with the parameters without it. */
export function filterTexts(
  { q, since, until, conditions, tag, voter_ref, respondent }: FilterParams,
  columns: readonly AnswerTableColumn[],
): readonly (readonly [Html, Partial<FilterParams>])[] {
  const compared = conditions.map((condition): [Html | null, Partial<FilterParams>] => [
    conditionText(condition, columns),
    { conditions: conditions.filter((other) => other !== condition) },
  ]);
  const all: readonly (readonly [Html | null, Partial<FilterParams>])[] = [
    [q === '' ? null : html`Contains “<bdi>${q}</bdi>”`, { q: '' }],
    [since === '' ? null : html`From ${since}`, { since: '' }],
    [until === '' ? null : html`To ${until}`, { until: '' }],
    ...compared,
    [tag === '' ? null : html`Tag “<bdi>${tag}</bdi>”`, { tag: '' }],
    [voter_ref === '' ? null : html`Visitor <code>${voter_ref.slice(0, 8)}</code>`, { voter_ref: '' }],
    [respondent === '' ? null : html`User <bdi>${respondent}</bdi>`, { respondent: '' }],
  ];
  return all.flatMap(([text, removed]) => (text ? [[text, removed] as const] : []));
}

function conditionText({ field, operator, value }: FieldCondition, columns: readonly AnswerTableColumn[]): Html | null {
  const column = columns.find(({ id }) => id === field);
  const chosen = operatorNamed(operator || 'contains');
  if (!column || !chosen) return null;
  return html`<bdi>${column.label}</bdi> ${operatorLabels[chosen]}${needsValue(chosen) && html` “<bdi>${value}</bdi>”`}`;
}

/** Returns whether a query filters answers. */
export function hasAnswerFilters({ since, until, voter_ref, respondent, conditions, q, tag }: FilterParams): boolean {
  return conditions.length > 0 || [since, until, voter_ref, respondent, q, tag].some((text) => text !== '');
}
