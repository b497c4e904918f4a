import { parseId } from '../../base/validation/id.js';
import { countCodePoints, isStorable } from '../../base/validation/text.js';
import { type AskSort, askSorts, type SummaryFilter, type SummaryPosition } from '../../core/asks/summary-queries.js';
import { askKinds } from '../../core/ids.js';
import { maxTitleLength } from '../../core/schemas/ask-schema.js';
import type { AskStatus } from '../../shared/contract/resources.js';
import type { DashboardRequest } from '../guards.js';
import { queryParam } from '../query.js';

const statuses: readonly AskStatus[] = ['open', 'draft', 'closed'];

/** A page of the list of asks, as its URL names it. Values that are not valid count as absent. */
export interface ListQuery {
  readonly filter: SummaryFilter;
  readonly sort: AskSort;
  /** The last ask of the page before. */
  readonly after: SummaryPosition | null;
}

export function readListQuery(request: DashboardRequest): ListQuery {
  const text = (name: string) => queryParam(request, name)?.trim() ?? '';
  const q = text('q').slice(0, maxTitleLength);
  const sort = askSorts.find((sort) => sort === text('sort')) ?? 'newest';
  return {
    filter: {
      kind: askKinds.find((kind) => kind === text('kind')) ?? null,
      site: parseId(text('site')) ?? null,
      status: statuses.find((status) => status === text('status')) ?? null,
      q: q === '' ? null : q,
      archived: text('archived') === 'yes',
    },
    sort,
    after: readPosition(sort, parseId(text('after')), queryParam(request, 'value')),
  };
}

function readPosition(sort: AskSort, seq: number | undefined, value: string | undefined): SummaryPosition | null {
  if (seq === undefined) return null;
  if (sort === 'newest') return { value: seq, seq };
  if (value === undefined || countCodePoints(value) > maxTitleLength) return null;
  if (sort === 'title') return isStorable(value) ? { value, seq } : null;
  // Times are in microseconds, which are longer than IDs.
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? { value: number, seq } : null;
}

/** Returns the query of a page of the list. */
export function listQueryString({ filter, sort, after }: ListQuery): string {
  const { kind, site, status, q, archived } = filter;
  const params = new URLSearchParams();
  if (q !== null) params.set('q', q);
  if (kind !== null) params.set('kind', kind);
  if (status !== null) params.set('status', status);
  if (site !== null) params.set('site', String(site));
  if (archived) params.set('archived', 'yes');
  if (sort !== 'newest') params.set('sort', sort);
  if (after !== null) params.set('after', String(after.seq));
  if (after !== null && sort !== 'newest') params.set('value', String(after.value));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns whether the filter leaves anything out besides the archive. */
export function isListFiltered({ kind, site, status, q }: SummaryFilter): boolean {
  return kind !== null || site !== null || status !== null || q !== null;
}
