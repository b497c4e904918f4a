import { formatTimestamp } from '../../base/clock.js';
import { type Html, html } from '../../base/html.js';
import type { OpenAnswers } from '../../core/results/open-answers.js';
import type { OpenColumnAnswers } from '../../core/results/open-answers-report.js';
import { byAuthor } from '../../shared/presentation/results/blocks.js';
import { bar } from '../../shared/presentation/results/charts.js';
import type { AnswerTableColumn } from '../answers/answer-table.js';
import { noFilter, writeAnswersQuery } from '../answers/answers-query.js';
import { count, time } from '../components.js';
import { number } from '../numbers.js';
import { percent } from '../owner-localizer.js';
import type { ColumnChart } from './column-chart.js';
import type { Insight, OpenInput } from './insight.js';
import { dateChart, timeChart } from './value-charts.js';

/** The maximum number of values of a question that are shown. */
const maxShownValues = 10;

/** The newest answers to the questions without options. */
export interface ShownOpenAnswers {
  readonly inputs: readonly OpenInput[];
  readonly found: OpenAnswers;
  /** The number of all answers. */
  readonly total: number;
  /** The path of the page with all answers. */
  readonly answersPath: string;
  readonly columns: readonly AnswerTableColumn[];
  /** The days of the results, such as `2026-01-31`. Empty: not limited. */
  readonly days: { readonly since: string; readonly until: string };
  /** Returns the ID of an answer from the ID of its row. */
  readonly wireId: (row: string) => string;
}

/** Returns the charts of dates and times. */
export function openCharts({ inputs, found }: Pick<ShownOpenAnswers, 'inputs' | 'found'>): ColumnChart[] {
  return inputs.flatMap((input) => {
    const own = answersOf(found, input);
    const chart = own && chartOf(input, own);
    return chart ? [chart] : [];
  });
}

function answersOf({ found }: OpenAnswers, { column }: OpenInput): OpenColumnAnswers | undefined {
  return found.find((one) => one.column === column);
}

function chartOf({ column, type, label }: OpenInput, { values }: OpenColumnAnswers): ColumnChart | null {
  const name = { id: `values-${column}`, title: label };
  if (type === 'date') return dateChart(name, values);
  return type === 'time' ? timeChart(name, values) : null;
}

/**
 * A card for each question without options that was answered: its chart, its most frequent words or values, and its latest answers.
 *
 * @param renderInsight Renders a chart or bars.
 */
export function openAnswersView(shown: ShownOpenAnswers, renderInsight: (insight: Insight) => Html): Html {
  const { inputs, found } = shown;
  return html`${inputs.map((input) => {
    const own = answersOf(found, input);
    return own && own.answered > 0 && card(shown, input, own, renderInsight);
  })}`;
}

/** The number of answers to a question, unless it is the number of all answers. Null: not known. */
function answeredLine(answered: number | null, total: number): Html | null {
  if (answered === total) return null;
  return html`<p class="detail">${answered === null ? 'Latest answers' : count(answered, 'answer', 'answers')}</p>`;
}

function card(
  shown: ShownOpenAnswers,
  input: OpenInput,
  own: OpenColumnAnswers,
  renderInsight: (insight: Insight) => Html,
): Html {
  const { found } = shown;
  const chart = chartOf(input, own);
  const linkTo = createLinks(shown, input);
  const counted =
    found.isCut && input.type !== 'contact'
      ? html`<p class="muted">Counted in the newest ${number(found.matching)} answers.</p>`
      : null;
  return html`<section class="card open-answers"><h3 dir="auto">${input.label}</h3>
${answeredLine(found.isCut ? input.answered : own.answered, shown.total)}
${chart && renderInsight({ type: 'chart', chart: { ...chart, title: `By ${chart.axis.toLowerCase()}` }, note: null })}
${input.type === 'value' && valueBars(own, renderInsight)}
${own.words.length > 0 && wordList(own, linkTo)}
${counted}
${!chart && input.type !== 'value' && latestList(shown, own)}
<p class="open-all"><a href="${linkTo('answered', '')}">All in Answers<span class="unseen">: ${input.label}</span></a></p></section>`;
}

/** Returns the function that links to the answers that meet a condition for the column. */
function createLinks({ answersPath, columns, days }: ShownOpenAnswers, { column }: OpenInput) {
  const field = columns.find((one) => one.column === column)?.id ?? '';
  return (operator: 'answered' | 'contains', value: string): string => {
    const query = { ...noFilter, ...days, conditions: [{ field, operator, value }], sort: 'newest', columns: [] };
    return answersPath + writeAnswersQuery(query);
  };
}

function valueBars({ values, answered }: OpenColumnAnswers, renderInsight: (insight: Insight) => Html): Html {
  const sorted = [...values].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, maxShownValues);
  const bars = sorted.map(([value, n]) =>
    bar({
      label: byAuthor(value),
      share: n / answered,
      figure: percent(n / answered),
      details: [count(n, 'answer', 'answers')],
    }),
  );
  return renderInsight({ type: 'bars', title: 'Most frequent', about: null, bars });
}

function wordList({ words }: OpenColumnAnswers, linkTo: (operator: 'contains', value: string) => string): Html {
  const items = words.map(
    ({ word, answers }) =>
      html`<li><a href="${linkTo('contains', word)}"><bdi>${word}</bdi> <span class="count">${number(answers)}<span class="unseen"> ${answers === 1 ? 'answer' : 'answers'}</span></span></a></li>`,
  );
  return html`<div><h4>Frequent words</h4><ul class="word-list">${items}</ul></div>`;
}

function latestList({ answersPath, wireId }: ShownOpenAnswers, { latest }: OpenColumnAnswers): Html {
  const items = latest.map(
    ({ answer, text, at }) =>
      html`<li><p class="open-text" dir="auto">${text}</p><a class="muted" href="${answersPath}/${wireId(answer)}">${time(formatTimestamp(at))}</a></li>`,
  );
  return html`<div><h4>Latest</h4><ul class="open-list">${items}</ul></div>`;
}
