import { Html, type HtmlPart, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import { unknownLanguage } from '../../core/answers/answer-selection.js';
import { languageName } from '../../core/answers/language-names.js';
import type { Timestamp } from '../../shared/contract/resources.js';
import type { Block } from '../../shared/presentation/results/blocks.js';
import { bars } from '../../web/hosted/charts.js';
import { renderBlocks, renderResults } from '../../web/hosted/render-blocks.js';
import { icons } from '../../web/ui/icons.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import type { ResultsView } from '../asks/owner-results.js';
import { empty, time } from '../components.js';
import { askPath } from '../home/ask-path.js';
import { number } from '../numbers.js';
import { chartFigure } from './chart-figure.js';
import type { ColumnChart } from './column-chart.js';
import { comparison } from './comparison.js';
import type { AnalyzedValue, Insight, RunoffRound } from './insight.js';
import { openAnswersView, openCharts, type ShownOpenAnswers } from './open-answers-view.js';
import { resultTool } from './result-tool.js';
import type { AppliedFilters } from './results-query.js';
import { type TimeSpan, timelineChart } from './timeline-chart.js';

const day = 24 * 3_600_000;

/** The results that a page shows. */
export interface ShownResults {
  readonly ask: OwnerAsk;
  readonly base: string;
  readonly localizer: Localizer;
  readonly view: ResultsView;
  /** The results to compare with. */
  readonly compared: ResultsView | null;
  readonly filters: AppliedFilters;
  /** The newest answers to questions without options. */
  readonly open: ShownOpenAnswers;
  readonly lastAnswer: string | null;
  readonly now: number;
  readonly fileUrlOf: (chart: string) => string;
}

/** The part of the results tab that follows new answers. */
export function resultsView(shown: ShownResults): Html {
  const { ask, base, view, compared, filters, open, lastAnswer, now, localizer, fileUrlOf } = shown;
  const total = filters.filter ? ask.shown.answers_count : null;
  const figures = headFigures({ view, total, lastAnswer, now });
  if (view.answers === 0)
    return html`${(filters.filter || view.figures.length > 0) && figures}${noAnswers(ask, base, filters)}`;
  const [timeline] = chartsOf({ view, filters, open, now }).filter(({ id }) => id === 'timeline');
  const openAnswers = openAnswersView(open, (insight) => openInsight(localizer, insight, fileUrlOf));
  const isInBlock = (insight: Insight) =>
    (insight.type === 'chart' || insight.type === 'bars') &&
    view.model.blocks.some((block) => isAbout(block, insight.field));
  const others = view.insights.filter((insight) => view.insightsSuffice || !isInBlock(insight));
  return html`${figures}
${filterWords(view, filters)}
${compared && filters.compared && comparison(view, compared, { choice: filters.choice, compared: filters.compared })}
<section class="section" aria-labelledby="results"><h2 id="results">Results</h2>
<div class="result-cards">${!view.insightsSuffice && resultCards(localizer, view, fileUrlOf)}${insightsView(localizer, others, fileUrlOf)}${openAnswers}${view.hasMoreOpenInputs && html`<p class="muted">Not all questions with texts fit on this page. Answers has all of them.</p>`}</div></section>
${timeline && html`<section class="section" aria-labelledby="time"><h2 id="time">Over time</h2><div class="card">${chartFigure(timeline, fileUrlOf(timeline.id))}</div></section>`}`;
}

/**
 * The results that visitors see, in cards. A chart that only the owner gets is in the place of the field that it shows, and bars are
 * after the results of their field. A ranked poll has its last round in place of the first choices. The head figures have the number of
 * all answers, so only results that are one card repeat it.
 */
function resultCards(
  localizer: Localizer,
  { model, headline, insights }: ResultsView,
  fileUrlOf: (chart: string) => string,
): Html {
  const total = headline === null ? model.total : `${model.total}. ${headline}`;
  const cards: Html[] = [];
  let run: Block[] = [];
  let hasTotal = false;
  const rounds = insights.find((insight) => insight.type === 'rounds');
  const flush = () => {
    if (run.length === 0) return;
    const content = hasTotal
      ? renderBlocks(localizer, run)
      : html`<h3 class="unseen">All answers</h3>${renderResults(localizer, { ...model, total, blocks: run })}`;
    cards.push(html`<section class="card results">${content}</section>`);
    run = [];
    hasTotal = true;
  };
  for (const block of model.blocks) {
    const chart = insights.find((insight) => insight.type === 'chart' && isAbout(block, insight.field));
    if (!chart) {
      run.push(block.type === 'bars' && rounds ? { ...block, bars: rounds.outcome } : withBars(block, insights));
      continue;
    }
    flush();
    hasTotal = true;
    cards.push(insightView(localizer, chart, fileUrlOf));
  }
  flush();
  if (cards.length > 0) return html`${cards}`;
  return html`<section class="card results"><h3 class="unseen">All answers</h3>${renderResults(localizer, { ...model, total })}</section>`;
}

/** Adds the bars that only the owner gets to the results of their field. */
function withBars(block: Block, insights: readonly Insight[]): Block {
  if (block.type !== 'section') return block;
  const added = insights.flatMap((insight): Block[] =>
    insight.type === 'bars' && isAbout(block, insight.field)
      ? [
          { type: 'note', text: insight.title },
          { type: 'bars', bars: insight.bars },
        ]
      : [],
  );
  return { ...block, blocks: [...block.blocks, ...added] };
}

function isAbout(block: Block, field: string | undefined): boolean {
  return field !== undefined && block.type === 'section' && block.id === field;
}

/** Returns all charts of the results that can be saved as files. */
export function chartsOf({
  view,
  filters: { filter },
  open,
  now,
}: Pick<ShownResults, 'view' | 'filters' | 'open' | 'now'>): ColumnChart[] {
  const timeline = timelineChart(view.timeline, spanOf(filter, now));
  const charts = view.insights.flatMap((insight) => (insight.type === 'chart' ? [insight.chart] : []));
  return [...(timeline ? [timeline] : []), ...charts, ...openCharts(open)];
}

/** Returns the times that charts of filtered results show. Null: the times of the answers. */
export function spanOf(filter: AppliedFilters['filter'], now: number): TimeSpan | null {
  if (filter?.since == null) return null;
  return { from: filter.since / 1_000, to: Math.min(now, (filter.until ?? Infinity) / 1_000) };
}

function filterWords({ isCut }: ResultsView, { filter, period, choice, language }: AppliedFilters): Html | null {
  if (!filter) return null;
  const only =
    choice &&
    html` Only answers with “<bdi>${choice.label}</bdi>”${choice.question !== null && html` (<bdi>${choice.question}</bdi>)`}.`;
  const inLanguage =
    language === unknownLanguage
      ? ' Only answers whose language is not known.'
      : language !== null && ` Only answers in ${languageName(language)}.`;
  return html`<p class="muted result-words">Answers of ${period}.${only}${inLanguage} Deleted answers are not counted.${isCut && ' Only the newest 500,000 answers of the period are counted.'}</p>`;
}

function noAnswers(ask: OwnerAsk, base: string, { filter }: AppliedFilters): Html {
  if (filter) {
    const action = html`<a class="button" href="${askPath(base, ask.id, 'results')}">Show all answers</a>`;
    return empty({
      icon: icons[ask.kind],
      title: 'No matching answers',
      text: 'No answer matches these filters.',
      action,
    });
  }
  const action = html`<a class="button primary" href="${askPath(base, ask.id, 'share')}">Share it</a>`;
  const text = 'Results appear here with the first answer.';
  return empty({ icon: icons[ask.kind], title: 'No answers yet', text, action });
}

/** The data of the head figures. */
interface HeadFigures {
  readonly view: ResultsView;
  /** The number of all answers, if the results are filtered. */
  readonly total: number | null;
  readonly lastAnswer: Timestamp | null;
  readonly now: number;
}

/** The most important numbers: the numbers of all answers, or of the matching answers if there is a filter. */
function headFigures({ view, total, lastAnswer, now }: HeadFigures): Html {
  const since = (from: number) => {
    const first = view.timeline.findLastIndex(({ at }) => Date.parse(at) < from) + 1;
    return view.timeline.slice(first).reduce((sum, { count }) => sum + count, 0);
  };
  const today = Math.floor(now / day) * day;
  const answers = total === null ? number(view.answers) : `${number(view.answers)} of ${number(total)}`;
  const figures: readonly { readonly name: string; readonly value: HtmlPart }[] = [
    { name: total === null ? 'Answers' : 'Matching answers', value: answers },
    ...(total === null
      ? [
          { name: 'Today (UTC)', value: number(since(today)) },
          { name: 'Last 7 days', value: number(since(now - 7 * day)) },
        ]
      : []),
    ...view.figures,
    ...(total === null ? [{ name: 'Last answer', value: lastAnswer === null ? 'None yet' : time(lastAnswer) }] : []),
  ];
  return figureList(figures);
}

function figureList(figures: readonly { readonly name: string; readonly value: HtmlPart }[]): Html {
  return html`<dl class="result-stats">${figures.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Renders the parts of the results that only the owner gets. */
function insightsView(localizer: Localizer, insights: readonly Insight[], fileUrlOf: (chart: string) => string): Html {
  return html`${insights.map((insight) => Html.lazy(() => insightView(localizer, insight, fileUrlOf)))}`;
}

function insightView(localizer: Localizer, insight: Insight, fileUrlOf: (chart: string) => string): Html {
  switch (insight.type) {
    case 'chart':
      return html`<div class="card">${chartFigure(insight.chart, fileUrlOf(insight.chart.id), insight.note, insight.figures && figureList(insight.figures))}</div>`;
    case 'bars':
      return html`<section class="card results"><h3>${insight.title}${insight.about !== null && html`: <bdi>${insight.about}</bdi>`}</h3>${bars(localizer, insight)}</section>`;
    case 'figures':
      return html`<section class="card"><h3>${insight.title}</h3>${figureList(insight.figures)}</section>`;
    case 'rounds':
      return roundsView(localizer, insight.rounds);
    case 'analysis':
      return analysisView(insight);
  }
}

/** How hard the questions of a quiz are, and how well they tell good players from others. */
function analysisView({ questions, about }: Extract<Insight, { type: 'analysis' }>): Html {
  const cell = (shown: AnalyzedValue) =>
    'value' in shown ? html`<td>${shown.value}</td>` : html`<td>– <span class="muted">${shown.unknown}</span></td>`;
  const rows = questions.map(
    ({ prompt, attempts, reached, discrimination }) =>
      html`<tr><th scope="row" dir="auto">${prompt}</th><td>${attempts}</td>${cell(reached)}${cell(discrimination)}</tr>`,
  );
  const head = ['Question', 'Attempts', 'Points reached', 'Discrimination'];
  return resultTool({
    id: 'question-analysis',
    title: 'Question analysis',
    about: 'How well each question tells good players from others.',
    isOpen: false,
    content: html`<div class="question-analysis"><p class="muted">${about} The hardest question is first. Discrimination is 1 if those who do well in the other questions do well in this one too. Near 0 or below, a question may be unclear or have a wrong key.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Question analysis"><table class="rounds"><thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></div>`,
  });
}

/** Renders a part of the answers to a question without options, inside the card of the question. */
function openInsight(localizer: Localizer, insight: Insight, fileUrlOf: (chart: string) => string): Html {
  if (insight.type === 'chart') return chartFigure(insight.chart, fileUrlOf(insight.chart.id), insight.note);
  return insight.type === 'bars'
    ? html`<div><h4>${insight.title}</h4><div class="results">${bars(localizer, insight)}</div></div>`
    : insightView(localizer, insight, fileUrlOf);
}

/** The rounds of an instant runoff. The first card has the outcome. */
function roundsView(localizer: Localizer, rounds: readonly RunoffRound[]): Html {
  const items = rounds.map(
    ({ title, outcome, bars: list }) =>
      html`<details class="round"><summary>${title}: <span dir="auto">${outcome}</span></summary><div class="results">${bars(localizer, { bars: list })}</div></details>`,
  );
  return html`<section class="card"><h3>Round by round</h3><div class="round-list">${items}</div></section>`;
}
