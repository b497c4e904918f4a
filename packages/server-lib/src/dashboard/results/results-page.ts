import { z } from 'zod';
import { formatTimestamp } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { turnForLongWork } from '../../base/event-loop.js';
import { html } from '../../base/html.js';
import { createLocalizer } from '../../base/localizer.js';
import { imageSources } from '../../core/asks/image-hosts.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { baseUrl } from '../../web/ui/base-url.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { createOwnerAsks } from '../asks/owner-asks.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage, askPath } from '../home/ask-frame.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { checkForm } from '../read-form.js';
import { chartFile } from './chart-svg.js';
import { filterForm } from './filter-form.js';
import { linkSection } from './link-section.js';
import { isCurrent, livePart } from './live-part.js';
import { notModified } from './not-modified.js';
import { applyQuery, readResultsQuery, toQueryString } from './results-query.js';
import { chartsOf, resultsView } from './results-view.js';

const noFields = z.strictObject({});
const hour = 3_600_000_000;
/** The results are part of a page in English. */
const english = createLocalizer(null);

/** `/dashboard/asks/{id}/results`: the results of an ask, with filters, charts as files and the link to share them. */
export function resultRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = createOwnerAsks(services);
  const findAsk = ({ session, params }: OwnerRequest) => asks.find(session, params['id'] ?? '');

  async function show(request: OwnerRequest): Promise<Reply> {
    const { exchange, base } = request;
    const ask = await findAsk(request);
    const now = services.clock.now();
    const query = readResultsQuery(request);
    const filters = applyQuery(query, ask.results.choices, now);
    const isRelative = filters.filter?.since != null && filters.filter.until === null;
    // Figures such as those of today change without new answers.
    const state = `${await ask.results.state()}-${Math.floor(now / hour)}${isRelative ? `-${filters.filter?.since}` : ''}`;
    if (isCurrent(exchange.header('if-none-match'), state)) return notModified(state);
    const [languages, found, previous, lastAnswer, linkPath, starts] = await Promise.all([
      ask.results.languages(),
      ask.results.view(filters.filter, english),
      filters.previous && ask.results.view(filters.previous, english),
      findLastAnswer(ask),
      ask.resultsLinkPath(),
      filters.filter ? [] : ask.results.startFigures(),
    ]);
    await turnForLongWork(ask.account);
    const view = { ...found, figures: [...found.figures, ...starts] };
    const path = askPath(base, ask.id, 'results');
    const fileUrlOf = (chart: string) => `${path}/chart.svg${toQueryString(query, { chart })}`;
    const shown = { ask, base, localizer: english, view, previous, filters, lastAnswer, now: now / 1_000, fileUrlOf };
    const url = linkPath && baseUrl(services.urls, exchange) + linkPath;
    const body = html`${filterForm(path, query, filters, { answers: ask.results.choices, languages })}
${livePart(state, resultsView(shown), path + toQueryString(query))}
${linkSection(path, url)}`;
    const actions = html`<a class="button" href="${path}/present">Present</a>`;
    return page(askPage(request, ask, { tab: 'results', body, actions }), {
      echoesInput: true,
      imageSources: imageSources(services.options.imageHosts, services.urls.secure),
      headers: ['etag', `"${state}"`],
    });
  }

  async function showChart(request: OwnerRequest): Promise<Reply> {
    const ask = await findAsk(request);
    const now = services.clock.now();
    const filters = applyQuery(readResultsQuery(request), ask.results.choices, now);
    const view = await ask.results.view(filters.filter, english);
    const wanted = queryParam(request, 'chart');
    const chart = chartsOf(view, filters, now / 1_000).find(({ id }) => id === wanted);
    if (!chart) throw new AskwellError('not_found');
    return {
      status: 200,
      headers: [
        ...['content-type', 'image/svg+xml; charset=utf-8'],
        ...['content-disposition', `attachment; filename="askwell-${chart.id.replace(/[^\w-]/g, '-')}.svg"`],
        ...['content-security-policy', "default-src 'none'", 'cross-origin-resource-policy', 'same-origin'],
        ...['cache-control', 'no-store'],
      ],
      body: chartFile(chart, ask.shown.title),
      compressible: true,
    };
  }

  return [
    { path: '/dashboard/asks/{id}/results', get: guards.getAsOwner(show) },
    { path: '/dashboard/asks/{id}/results/chart.svg', get: guards.getAsOwner(showChart) },
    {
      path: '/dashboard/asks/{id}/results/link',
      post: guards.postAsOwner(async (request, form) => {
        checkForm(noFields, form);
        const ask = await findAsk(request);
        await ask.run(ask.operations.resultsLink.create, {});
        return seeOther(withNotice(askPath(request.base, ask.id, 'results'), 'result-link-created'));
      }),
    },
    {
      path: '/dashboard/asks/{id}/results/link/withdraw',
      post: guards.postAsOwner(async (request, form) => {
        checkForm(noFields, form);
        const ask = await findAsk(request);
        await ask.run(ask.operations.resultsLink.delete, {});
        return seeOther(withNotice(askPath(request.base, ask.id, 'results'), 'result-link-withdrawn'));
      }),
    },
  ];
}

async function findLastAnswer(ask: OwnerAsk): Promise<string | null> {
  const everything = { since: null, until: null, voter: null };
  const [last] = await ask.answers.list(everything, { after: null, limit: 1, order: 'desc' });
  return last ? formatTimestamp(last.created_at) : null;
}
