import { type Html, html } from '../../base/html.js';
import { averageOf, type DayAverage } from '../../core/results/averages.js';
import type { AverageQuestion } from '../../core/results/averages-report.js';
import type { Scanned } from '../../core/results/scan-report.js';
import { count } from '../components.js';
import { number } from '../numbers.js';
import { averageChart, measureNames } from './average-chart.js';
import { chartFigure } from './chart-figure.js';
import { questionForm } from './question-form.js';
import { resultTool } from './result-tool.js';
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

/** The averages of a question over time, folded until one is chosen. Null if no question has an average. */
export function averagesTool(shown: ShownAverages): Html | null {
  const { path, query, questions, question } = shown;
  if (questions.length === 0) return null;
  const problem = query.average !== '' && !question ? 'Choose a question from the list.' : null;
  const selects = [{ name: 'average', label: 'Question' }] as const;
  return resultTool({
    id: 'averages',
    title: 'Averages over time',
    about: 'How the average answer to a question changes from day to day.',
    isOpen: query.average !== '',
    content: html`${questionForm({ path, section: 'averages', query, questions, selects, problem, button: 'Show averages' })}
${chartView(shown)}`,
  });
}

function chartView({ question, averages, span, fileUrlOf }: ShownAverages): Html | null {
  if (!question || !averages) return null;
  const chart = averageChart(question, averages.found, span);
  const all = averageOf(averages.found);
  if (!chart || all === null) return html`<p class="muted">Nobody has answered this question.</p>`;
  const answers = averages.found.reduce((sum, one) => sum + one.answers, 0);
  const note = `${measureNames[question.average.measure]} of ${count(answers, 'answer', 'answers')}: ${number(all)}.${averages.isCut ? ' Only the newest answers are counted.' : ''}`;
  return chartFigure(chart, fileUrlOf(chart.id), note);
}
