import type { Html } from '../../base/html.js';
import { type HtmlPart, html } from '../../base/html.js';
import type { Timestamp } from '../../shared/contract/resources.js';
import type { ResultsView } from '../asks/owner-results.js';
import { time } from '../components.js';

const day = 24 * 3_600_000;

/** What the head figures show. */
interface HeadFigures {
  readonly view: ResultsView;
  /** The number of all answers, if the results are filtered. */
  readonly total: number | null;
  readonly lastAnswer: Timestamp | null;
  readonly now: number;
}

/** The most important numbers: all of them without a filter, and those of the matching answers with one. */
export function headFigures({ view, total, lastAnswer, now }: HeadFigures): Html {
  const format = new Intl.NumberFormat('en');
  const since = (from: number) => {
    const first = view.timeline.findLastIndex(({ at }) => Date.parse(at) < from) + 1;
    return view.timeline.slice(first).reduce((sum, { count }) => sum + count, 0);
  };
  const today = Math.floor(now / day) * day;
  const answers =
    total === null ? format.format(view.answers) : `${format.format(view.answers)} of ${format.format(total)}`;
  const figures: readonly { readonly name: string; readonly value: HtmlPart }[] = [
    { name: total === null ? 'Answers' : 'Matching answers', value: answers },
    ...(total === null
      ? [
          { name: 'Today (UTC)', value: format.format(since(today)) },
          { name: 'Last 7 days', value: format.format(since(now - 7 * day)) },
        ]
      : []),
    ...view.figures,
    ...(total === null ? [{ name: 'Last answer', value: lastAnswer === null ? 'None yet' : time(lastAnswer) }] : []),
  ];
  return html`<dl class="result-stats">${figures.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
