import { type Html, html } from '../../base/html.js';
import { averageOf, type DayAverage } from '../../core/results/averages.js';
import type { AverageQuestion } from '../../core/results/averages-report.js';
import type { Scanned } from '../../core/results/scan-report.js';
import { icons } from '../../web/ui/icons.js';
import { count } from '../components.js';
import { maxRepeatedLabel } from '../limits.js';
import { number } from '../numbers.js';
import { averageChart } from './average-chart.js';
import { chartFigure } from './chart-figure.js';
import type { ResultsQuery } from './results-query.js';
import type { TimeSpan } from './timeline-chart.js';

/** The averages of a question on the page with the results. */
export interface ShownAverages {
  readonly path: string;
  readonly query: ResultsQuery;
  readonly questions: readonly AverageQuestion[];
  /** Null if no question was chosen, or if it does not exist. */
  readonly question: AverageQuestion | null;
  readonly averages: Scanned<readonly DayAverage[]> | null;
  readonly span: TimeSpan | null;
  readonly fileUrlOf: (chart: string) => string;
}

/** The section with the averages of a question over time. Null if no question has an average. */
export function averagesSection(shown: ShownAverages): Html | null {
  const { path, query, questions, question } = shown;
  if (questions.length === 0) return null;
  const { average, ...others } = query;
  const kept = Object.entries(others).filter(([, value]) => value !== '');
  const options = questions.map(
    ({ id, label }) => html`<option value="${id}"${id === question?.id && html` selected`}>${shorten(label)}</option>`,
  );
  return html`<section class="section" aria-labelledby="averages"><h2 id="averages">Averages over time</h2>
<div class="card chart-choice"><form method="get" action="${path}#averages">${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${average !== '' && !question && html`<p class="fault">${icons.alert}<span>Choose a question from the list.</span></p>`}
<div class="result-fields"><div class="field"><label for="average">Question</label><select id="average" name="average"><option value="">Choose a question</option>${options}</select></div></div>
<div class="actions"><button class="button">Show averages</button></div></form>
${chartView(shown)}</div></section>`;
}

function chartView({ question, averages, span, fileUrlOf }: ShownAverages): Html | null {
  if (!question || !averages) return null;
  const chart = averageChart(question, averages.found, span);
  const all = averageOf(averages.found);
  if (!chart || all === null) return html`<p class="muted">No answer has this question.</p>`;
  const answers = averages.found.reduce((sum, one) => sum + one.answers, 0);
  const note = `${question.average.name} of ${count(answers, 'answer', 'answers')}: ${number(all)}.${averages.isCut ? ' Only the newest answers are counted.' : ''}`;
  return chartFigure(chart, fileUrlOf(chart.id), note);
}

function shorten(label: string): string {
  return label.length > maxRepeatedLabel ? `${label.slice(0, maxRepeatedLabel)}…` : label;
}
