import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import { unknownLanguage } from '../../core/answers/answer-selection.js';
import { languageName } from '../../core/answers/language-names.js';
import { renderResults } from '../../web/hosted/render-blocks.js';
import { icons } from '../../web/ui/icons.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import type { ResultsView } from '../asks/owner-results.js';
import { empty } from '../components.js';
import { askPath } from '../home/ask-frame.js';
import { chartFigure } from './chart-figure.js';
import type { ColumnChart } from './column-chart.js';
import { comparison } from './comparison.js';
import { headFigures } from './head-figures.js';
import { insightsView } from './insights-view.js';
import type { AppliedFilters } from './results-query.js';
import { type TimeSpan, timelineChart } from './timeline-chart.js';

/** The results that a page shows. */
export interface ShownResults {
  readonly ask: OwnerAsk;
  readonly base: string;
  readonly localizer: Localizer;
  readonly view: ResultsView;
  /** The results of the period before, to compare. */
  readonly previous: ResultsView | null;
  readonly filters: AppliedFilters;
  readonly lastAnswer: string | null;
  readonly now: number;
  readonly fileUrlOf: (chart: string) => string;
}

/** The part of the results tab that follows new answers. */
export function resultsView(shown: ShownResults): Html {
  const { ask, base, view, previous, filters, lastAnswer, now, localizer, fileUrlOf } = shown;
  const total = filters.filter ? ask.shown.answers_count : null;
  const figures = headFigures({ view, total, lastAnswer, now });
  if (view.answers === 0) return html`${figures}${noAnswers(ask, base, filters)}`;
  const [timeline] = chartsOf(view, filters, now).filter(({ id }) => id === 'timeline');
  const results = html`<section class="card results"><h3 class="unseen">All answers</h3>${renderResults(localizer, view.model)}</section>`;
  return html`${figures}
${filterWords(view, filters)}
${previous && comparison(view, previous)}
<section class="section" aria-labelledby="results"><h2 id="results">Results</h2>
<div class="result-cards">${!view.insightsSuffice && results}${insightsView(localizer, view.insights, fileUrlOf)}</div></section>
${timeline && html`<section class="section" aria-labelledby="time"><h2 id="time">Over time</h2><div class="card">${chartFigure(timeline, fileUrlOf(timeline.id))}</div></section>`}`;
}

/** Returns all charts of the results that can be saved as files. */
export function chartsOf(view: ResultsView, { filter }: AppliedFilters, now: number): ColumnChart[] {
  const span: TimeSpan | null =
    filter?.since == null
      ? null
      : { from: filter.since / 1_000, to: Math.min(now, (filter.until ?? Infinity) / 1_000) };
  const timeline = timelineChart(view.timeline, span);
  const charts = view.insights.flatMap((insight) => (insight.type === 'chart' ? [insight.chart] : []));
  return timeline ? [timeline, ...charts] : charts;
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
  return html`<p class="muted result-words">Answers of ${period}.${only}${inLanguage} Answers that were deleted after their retention period cannot be filtered and are not counted here.${isCut && ' Only the newest 500,000 answers of the period are counted.'}</p>`;
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
