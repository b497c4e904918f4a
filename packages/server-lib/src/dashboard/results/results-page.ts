import { z } from 'zod';
import type { Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { turnForLongWork } from '../../base/event-loop.js';
import { type Html, html } from '../../base/html.js';
import { unknownLanguage } from '../../core/answers/answer-selection.js';
import { languageName } from '../../core/answers/language-names.js';
import { imageSources } from '../../core/asks/image-hosts.js';
import type { PageReply, Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { renderPage } from '../../http/render-page.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { isDate } from '../../kinds/inputs/date.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { icons } from '../../web/ui/icons.js';
import { noFilter } from '../answers/answers-query.js';
import { exportTool } from '../answers/export-view.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import type { LanguageChoices } from '../asks/owner-results.js';
import { confirm } from '../components.js';
import { problemBox, problemTitle } from '../form.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { askPath } from '../home/ask-path.js';
import { withNotice } from '../layout/notice.js';
import { ownerLocalizer } from '../owner-localizer.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { checkForm } from '../read-form.js';
import { linkField, viewLink } from '../share/share-parts.js';
import { averageChart, averageChartId } from './average-chart.js';
import { averagesTool } from './averages-view.js';
import { type Chart, chartFile } from './chart-svg.js';
import { chosenQuestions, crossTableFile, crossTableTool } from './cross-table-view.js';
import { funnelView } from './funnel-view.js';
import type { CountableAnswer } from './insight.js';
import { isCurrent, liveContent, liveWords } from './live-part.js';
import { notModified } from './not-modified.js';
import { resultTools } from './result-tool.js';
import {
  type AppliedFilters,
  applyQuery,
  comparedAnswerPrefix,
  type FilterField,
  presets,
  type ResultsQuery,
  readResultsQuery,
  toQueryString,
} from './results-query.js';
import { chartsOf, resultsView, spanOf } from './results-view.js';
import { findOpenAnswers, type RequestedResults, readShownResults, requestedResults } from './shown-results.js';

/** The maximum number of answers to choose from. */
const maxChoices = 500;

const noFields = z.strictObject({});

/** `/dashboard/asks/{id}/results`: the results of an ask, with filters, charts as files and the link to share them. */
export function resultRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  const findAsk = ({ session, params }: OwnerRequest) => asks.find(session, params['id'] ?? '');

  async function show(request: OwnerRequest): Promise<PageReply> {
    const { exchange } = request;
    const ask = await findAsk(request);
    const requested = await requestedResults(services, ask, request);
    if (isCurrent(exchange.header('if-none-match'), requested.state)) return notModified(requested.state);
    return inTurn(request, () => showCurrent(request, requested));
  }

  /** Reading filtered results and open answers is heavy, and so is rendering them: one request of an account at a time. */
  function inTurn({ session, exchange }: OwnerRequest, serve: () => Promise<PageReply>): Promise<Reply> {
    const { account } = session.scope;
    return services.heavyRequests.run('job', account, exchange, async () =>
      renderPage(await serve(), () => turnForLongWork(account)),
    );
  }

  async function showCurrent(request: OwnerRequest, requested: RequestedResults): Promise<PageReply> {
    const { exchange, base } = request;
    const { ask, now, query, filters, state } = requested;
    const [languages, shown, linkPath] = await Promise.all([
      ask.results.languages(),
      readShownResults(requested, base),
      ask.resultsLinkPath(),
    ]);
    const { open } = shown;
    const crossed = await findCrossTable(ask, query, filters);
    const averaged = await findAverages(ask, query, filters, now);
    await turnForLongWork(ask.account);
    const path = askPath(base, ask.id, 'results');
    const url = linkPath && baseUrl(services.urls, exchange) + linkPath;
    const { since = null, until = null } = filters.filter ?? {};
    const visits = funnelView(ownerLocalizer, await ask.funnel({ since, until }));
    // Without answers, there is nothing to filter or to look closer at.
    const hasAny = ask.shown.answers_count > 0 || toQueryString(query) !== '';
    const body = html`${hasAny && filterForm(path, query, filters, { answers: ask.results.choices, languages })}
${liveContent(state, resultsView(shown))}
${hasAny && resultTools([averagesTool({ path, query, ...averaged, fileUrlOf: shown.fileUrlOf }), crossTableTool({ path, query, ...crossed })])}
${visits}
${linkSection(path, url)}`;
    // Exports have days as filters, but not options and languages.
    const days = { since: open.days.since, until: open.days.until };
    const exported = { ...noFilter, ...days, sort: 'newest', columns: [] };
    const actions = html`<div class="page-buttons">${exportTool(open.answersPath, exported, ask.shown.languages)}<a class="button" href="${path}/present"><span class="brief-icon">${icons.present}</span><span class="more-words">Present</span></a></div>`;
    return page(
      askPage(request, ask, { tab: 'results', body, facts: liveWords(path + toQueryString(query)), actions }),
      {
        echoesInput: true,
        imageSources: imageSources(services.options.imageHosts, services.urls.secure),
        headers: ['etag', `"${state}"`],
      },
    );
  }

  async function showChart(request: OwnerRequest): Promise<PageReply> {
    const ask = await findAsk(request);
    const now = services.clock.now();
    const query = readResultsQuery(request);
    const filters = applyQuery(query, ask.results.choices, now);
    const wanted = queryParam(request, 'chart');
    const chart = wanted === averageChartId ? await findAverageChart() : await findChart();
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

    async function findChart(): Promise<Chart | undefined> {
      const view = await ask.results.view(filters.filter, ownerLocalizer);
      const open = await findOpenAnswers(ask, { base: request.base, query, filters, view });
      return chartsOf({ view, filters, open, now: now / 1_000 }).find(({ id }) => id === wanted);
    }

    async function findAverageChart(): Promise<Chart | null> {
      const { question, averages, span } = await findAverages(ask, query, filters, now);
      return question && averages && averageChart(question, averages.found, span);
    }
  }

  async function sendCrossTable(request: OwnerRequest): Promise<PageReply> {
    const ask = await findAsk(request);
    const query = readResultsQuery(request);
    const filters = applyQuery(query, ask.results.choices, services.clock.now());
    const { table } = await findCrossTable(ask, query, filters);
    if (!table) throw new AskwellError('not_found');
    return {
      status: 200,
      headers: [
        ...['content-type', 'text/csv; charset=utf-8'],
        ...['content-disposition', `attachment; filename="${ask.id}-cross-table.csv"`],
        ...['cache-control', 'no-store'],
      ],
      body: crossTableFile(table),
    };
  }

  return [
    { path: '/dashboard/asks/{id}/results', get: guards.getAsOwner(show) },
    {
      path: '/dashboard/asks/{id}/results/chart.svg',
      get: guards.getAsOwner((request) => inTurn(request, () => showChart(request))),
    },
    {
      path: '/dashboard/asks/{id}/results/cross.csv',
      get: guards.getAsOwner((request) => inTurn(request, () => sendCrossTable(request))),
    },
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

/** Reads the cross table that a query chooses, if it chooses one. */
async function findCrossTable(ask: OwnerAsk, query: ResultsQuery, { filter }: AppliedFilters) {
  const questions = ask.results.crossQuestions;
  const choice = chosenQuestions(query, questions);
  const { crossed } = choice;
  const table =
    crossed && (await ask.results.crossTable(filter, { rows: crossed.rows.id, columns: crossed.columns.id }));
  return { questions, choice, table };
}

/** Reads the averages of the question that a query chooses, if it chooses one. */
async function findAverages(ask: OwnerAsk, query: ResultsQuery, { filter }: AppliedFilters, now: Micros) {
  const questions = ask.results.averageQuestions;
  const question = questions.find(({ id }) => id === query.average) ?? null;
  const averages = question && (await ask.results.averages(filter, question.id));
  return { questions, question, averages, span: spanOf(filter, now / 1_000) };
}

/** The filters of the results. */
interface FilterChoices {
  readonly answers: readonly CountableAnswer[];
  readonly languages: LanguageChoices;
}

/** The choices of sections below the results, which filters keep. */
const keptChoices = ['rows', 'columns', 'average'] as const;

/** The labels of the fields of the filters. */
const fieldLabels: Readonly<Record<FilterField, string>> = {
  since: 'First day (UTC)',
  until: 'Last day (UTC)',
  answer: 'Only answers with',
  language: 'Language',
  compare: 'Compare with',
};

/** The filters of results: links to periods, and a form for days, an answer, a language and a comparison. */
function filterForm(
  path: string,
  query: ResultsQuery,
  { filter, problems, language }: AppliedFilters,
  { answers, languages }: FilterChoices,
): Html {
  const hasDays = isDate(query.since) || isDate(query.until);
  const current = hasDays ? null : (presets.find(({ period }) => period === query.period) ?? presets[0]).period;
  const periods = presets.map(({ period, label }) => {
    const href = path + toQueryString({ ...query, period, since: '', until: '' });
    return html`<li><a href="${href}"${period === current && html` aria-current="true"`}>${label}</a></li>`;
  });
  const isOpen =
    hasDays || [query.answer, query.language, query.compare].some((text) => text !== '') || problems.length > 0;
  const field = (name: FilterField, control: (attributes: Html) => Html) => {
    const problem = problems.find((one) => one.field === name);
    const described = problem && html` aria-invalid="true" aria-describedby="${name}-fault"`;
    return html`<div class="field"><label for="${name}">${fieldLabels[name]}</label>${control(html`id="${name}" name="${name}"${described}`)}${
      problem && html`<p class="fault" id="${name}-fault">${icons.alert}<span>${problem.text}</span></p>`
    }</div>`;
  };
  const faulty = [...new Set(problems.map(({ field: name }) => name))];
  const links = faulty.map((name) => html`<a href="#${name}">${fieldLabels[name]}</a>`);
  const isFilterIgnored = problems.some(({ part }) => part === 'filter');
  const unfiltered = filter ? 'Not all filters are applied.' : 'No filter is applied: these are all answers.';
  const refusal = html`${isFilterIgnored ? unfiltered : 'Nothing is compared.'} ${problemTitle(links)}`;
  return html`<section class="result-filters" aria-label="Filters">
<ul class="result-periods" aria-label="Period">${periods}</ul>
<details class="result-more"${isOpen && html` open`}><summary>Filter and compare</summary>
<form method="get" action="${path}">
${faulty.length > 0 && problemBox(refusal, null)}
${current !== null && html`<input type="hidden" name="period" value="${current}">`}${keptChoices.map((name) => query[name] !== '' && html`<input type="hidden" name="${name}" value="${query[name]}">`)}
<div class="result-fields">
${field('since', (attributes) => html`<input type="date" ${attributes} value="${isDate(query.since) && query.since}">`)}
${field('until', (attributes) => html`<input type="date" ${attributes} value="${isDate(query.until) && query.until}">`)}
${answers.length > 0 && field('answer', (attributes) => html`<select ${attributes}><option value="">Any answer</option>${optionsOf(answers, query.answer)}</select>`)}
${field('language', (attributes) => html`<select ${attributes}><option value="">Any language</option>${languageOptions(languages, language)}</select>`)}
${field('compare', (attributes) => html`<select ${attributes}><option value="">Nothing</option>${comparisonOptions(answers, query.compare)}</select>`)}
</div>
<div class="actions"><button class="button">Apply</button>${isOpen && html`<a class="button quiet" href="${path}">Clear</a>`}</div>
</form></details>
</section>`;
}

/** What results can be compared with. A comparison with answers requires a chosen one. */
function comparisonOptions(answers: readonly CountableAnswer[], selected: string): Html {
  const option = (value: string, label: string) =>
    html`<option value="${value}"${value === selected && html` selected`}>${label}</option>`;
  return html`${option('previous', 'The period before')}${answers.length > 0 && option('others', 'All other answers')}${optionsOf(answers, selected, comparedAnswerPrefix)}`;
}

/** The answers as options, grouped by their question. */
function optionsOf(choices: readonly CountableAnswer[], selected: string, prefix = ''): Html {
  const groups = new Map<string | null, Html[]>();
  for (const { bucket, question, label } of choices.slice(0, maxChoices)) {
    const group = groups.get(question) ?? [];
    groups.set(question, group);
    const value = prefix + bucket;
    group.push(html`<option value="${value}"${value === selected && html` selected`}>${label}</option>`);
  }
  return html`${[...groups].map(([question, options]) =>
    question === null ? html`${options}` : html`<optgroup label="${question}">${options}</optgroup>`,
  )}`;
}

/** The languages as options, the languages of the latest answers first. */
function languageOptions({ latest, others }: LanguageChoices, selected: string | null): Html {
  const option = (tag: string, name: string) =>
    html`<option value="${tag}"${tag === selected && html` selected`}>${name}</option>`;
  const group = (label: string, tags: readonly string[]) =>
    tags.length > 0 && html`<optgroup label="${label}">${tags.map((tag) => option(tag, languageName(tag)))}</optgroup>`;
  const isListed = selected === null || [...latest, ...others, unknownLanguage].includes(selected);
  return html`${!isListed && option(selected, languageName(selected))}${group('In the latest answers', latest)}${group('Others', others)}${option(unknownLanguage, 'Not known')}`;
}

/** The link that shows the results to anyone: with buttons to create, copy or withdraw it. */
function linkSection(path: string, url: string | null): Html {
  const content =
    url === null
      ? html`<form method="post" action="${path}/link"><button class="button">Create link</button></form>`
      : linkField('result-link', 'Results link', url, {
          more: html`${viewLink(url)}${confirm({ action: `${path}/link/withdraw`, label: 'Withdraw', of: 'the results link', question: 'People with the link will no longer see the results. A new link will have another address.', submit: 'Withdraw link' })}`,
        });
  return html`<section class="section result-link" aria-labelledby="link"><h2 id="link">Share the results</h2>
<p class="muted">Anyone with the link sees the results and follows them live, without signing in. They cannot answer or change anything, and search engines do not list the page.</p>
${content}</section>`;
}
