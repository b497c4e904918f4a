import { formatTimestamp, type Micros } from '../../base/clock.js';
import type { HttpExchange } from '../../http/exchange.js';
import type { Services } from '../../instance/assemble-services.js';
import { isDate } from '../../kinds/inputs/date.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { askPath } from '../home/ask-path.js';
import { ownerLocalizer } from '../owner-localizer.js';
import type { ShownOpenAnswers } from './open-answers-view.js';
import {
  type AppliedFilters,
  applyQuery,
  type ResultsQuery,
  readResultsQuery,
  toQueryString,
} from './results-query.js';
import type { ShownResults } from './results-view.js';

const hour = 3_600_000_000;

/** A request for results, with the state that the page shows. */
export interface RequestedResults {
  readonly ask: OwnerAsk;
  readonly now: Micros;
  readonly query: ResultsQuery;
  readonly filters: AppliedFilters;
  readonly state: string;
}

/** Reads the filters of a request, and the state of the results. */
export async function requestedResults(
  { clock }: Pick<Services, 'clock'>,
  ask: OwnerAsk,
  request: { readonly exchange: HttpExchange },
): Promise<RequestedResults> {
  const now = clock.now();
  const query = readResultsQuery(request);
  const filters = applyQuery(query, ask.results.choices, now);
  const isRelative = filters.filter?.since != null && filters.filter.until === null;
  // Figures such as the number of answers today change without new answers.
  const state = `${await ask.results.state()}-${Math.floor(now / hour)}${isRelative ? `-${filters.filter?.since}` : ''}`;
  return { ask, now, query, filters, state };
}

/** Reads the results that a request asks for. This is heavy: one request of an account at a time. */
export async function readShownResults(
  { ask, now, query, filters }: RequestedResults,
  base: string,
): Promise<ShownResults> {
  const [found, compared, lastAnswer, starts, scanned] = await Promise.all([
    ask.results.view(filters.filter, ownerLocalizer),
    filters.compared && ask.results.view(filters.compared.filter, ownerLocalizer),
    findLastAnswer(ask),
    filters.filter ? [] : ask.results.startFigures(),
    ask.results.scannedInsights(filters.filter),
  ]);
  const path = askPath(base, ask.id, 'results');
  return {
    ask,
    base,
    localizer: ownerLocalizer,
    view: { ...found, figures: [...found.figures, ...starts], insights: [...found.insights, ...scanned] },
    compared,
    filters,
    open: await findOpenAnswers(ask, { base, query, filters, view: found }),
    lastAnswer,
    now: now / 1_000,
    fileUrlOf: (chart) => `${path}/chart.svg${toQueryString(query, { chart })}`,
  };
}

/** Reads the newest answers to the questions without options. */
export async function findOpenAnswers(
  ask: OwnerAsk,
  { base, query, filters, view }: Pick<ShownResults, 'base' | 'filters' | 'view'> & { readonly query: ResultsQuery },
): Promise<ShownOpenAnswers> {
  const inputs = view.openInputs;
  return {
    inputs,
    found: await ask.results.openAnswers(filters.filter, inputs),
    total: view.answers,
    answersPath: askPath(base, ask.id, 'answers'),
    columns: inputs.length > 0 ? ask.answers.table.columns : [],
    days: { since: isDate(query.since) ? query.since : '', until: isDate(query.until) ? query.until : '' },
    wireId: ask.answers.wireId,
  };
}

async function findLastAnswer(ask: OwnerAsk): Promise<string | null> {
  const everything = { since: null, until: null, voter: null };
  const [last] = await ask.answers.list(everything, { after: null, limit: 1, order: 'desc' });
  return last ? formatTimestamp(last.created_at) : null;
}
