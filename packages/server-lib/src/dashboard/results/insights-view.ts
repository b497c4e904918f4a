import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import { bars } from '../../web/hosted/charts.js';
import { chartFigure } from './chart-figure.js';
import type { Insight, RunoffRound } from './insight.js';

/** Renders the parts of the results that only the owner gets. */
export function insightsView(
  localizer: Localizer,
  insights: readonly Insight[],
  fileUrlOf: (chart: string) => string,
): Html {
  return html`${insights.map((insight) => insightView(localizer, insight, fileUrlOf))}`;
}

function insightView(localizer: Localizer, insight: Insight, fileUrlOf: (chart: string) => string): Html {
  switch (insight.type) {
    case 'chart':
      return html`<div class="card">${chartFigure(insight.chart, fileUrlOf(insight.chart.id), insight.note)}</div>`;
    case 'bars':
      return html`<section class="card results"><h3>${insight.title}${insight.about !== null && html`: <bdi>${insight.about}</bdi>`}</h3>${bars(localizer, insight)}</section>`;
    case 'rounds':
      return roundsView(localizer, insight.rounds);
  }
}

/** The rounds of an instant runoff, of which the last is open. */
function roundsView(localizer: Localizer, rounds: readonly RunoffRound[]): Html {
  const items = rounds.map(
    ({ title, outcome, bars: list }, at) =>
      html`<details class="round"${at === rounds.length - 1 && html` open`}><summary>${title}: <span dir="auto">${outcome}</span></summary><div class="results">${bars(localizer, { bars: list })}</div></details>`,
  );
  return html`<section class="card"><h3>Round by round</h3><div class="round-list">${items}</div></section>`;
}
