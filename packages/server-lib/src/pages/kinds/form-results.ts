import type { FieldSummary, FormResults, OptionCount } from '../../contract/resources.js';
import type { Localizer } from '../../messages/localizer.js';
import { type Html, html } from '../../web/html.js';
import { bars, figures, largest } from '../bars.js';

/** Renders the results of a form, field by field. */
export function formResults(localizer: Localizer, { fields }: FormResults): Html {
  const { words, withLang, number } = localizer;
  let barCount = 0;
  const list = fields.map((summary) => {
    barCount += countBars(summary);
    if (barCount > maxBars) return null;
    const body = summaryOf(localizer, summary);
    const answered = withLang(words.form.count(summary.answered, number(summary.answered)));
    return (
      body &&
      html`<section class="summary"><h3 dir="auto">${summary.label}</h3><p class="detail">${answered}</p>${body}</section>`
    );
  });
  return html`${list}${barCount > maxBars && html`<p class="muted">${withLang(words.results.more)}</p>`}`;
}

/** The maximum number of bars on a page. Rendering many more would block the server. */
const maxBars = 5_000;

function countBars(summary: FieldSummary): number {
  if (summary.type === 'matrix') return summary.rows.reduce((sum, { options }) => sum + options.length, 0);
  if ('options' in summary) return summary.options.length;
  return 'distribution' in summary ? summary.distribution.length : 0;
}

/** Returns null for fields whose answers are only counted. Visitors do not see those. */
function summaryOf(localizer: Localizer, summary: FieldSummary): Html | null {
  const { words, withLang, number, percent } = localizer;
  switch (summary.type) {
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
      return optionBars(localizer, summary.options);
    case 'ranking':
      return bars(
        localizer,
        summary.options.map(({ label, share, average_position, first }) => ({
          label,
          share,
          figure: withLang(words.results.first(first, number(first))),
          detail: average_position !== null && withLang(words.results.ranked(number(average_position))),
        })),
        'even',
      );
    case 'rating':
      return html`${average(localizer, summary.average)}${steps(localizer, summary.distribution)}`;
    case 'scale': {
      const score = summary.nps?.score ?? null;
      const nps = score !== null && figures([[withLang(words.results.nps), number(Math.round(score))]]);
      return html`${average(localizer, summary.average)}${nps}${steps(localizer, summary.distribution)}`;
    }
    case 'matrix':
      return html`${summary.rows.map(({ label, options }) => html`<h4 dir="auto">${label}</h4>${optionBars(localizer, options)}`)}`;
    case 'number':
      return html`${average(localizer, summary.average)}${summary.bins && binBars(localizer, summary.bins)}`;
    case 'consent':
      return figures([[withLang(words.results.agreed), html`${number(summary.count)} (${percent(summary.share)})`]]);
    default:
      return null;
  }
}

function optionBars(localizer: Localizer, options: readonly OptionCount[]): Html {
  const { number, percent } = localizer;
  const list = options.map(({ label, count, share }) => ({
    label,
    share,
    figure: html`<bdi>${percent(share)}</bdi> <span class="count">${number(count)}</span>`,
  }));
  return bars(localizer, list, 'even');
}

function average({ words, withLang, number }: Localizer, value: number | null): Html | null {
  return value === null ? null : figures([[withLang(words.results.average), number(value)]]);
}

function steps(localizer: Localizer, distribution: readonly { value: number; count: number }[]): Html | null {
  if (distribution.length === 0) return null;
  const max = largest(distribution.map(({ count }) => count));
  const { number } = localizer;
  return bars(
    localizer,
    distribution.map(({ value, count }) => ({ label: number(value), share: count / max, figure: number(count) })),
    'rows',
  );
}

function binBars(localizer: Localizer, bins: readonly { from: number; to: number; count: number }[]): Html {
  const max = largest(bins.map(({ count }) => count));
  const { number } = localizer;
  const list = bins.map(({ from, to, count }) => ({
    label: from === to ? number(from) : `${number(from)} – ${number(to)}`,
    share: count / max,
    figure: number(count),
  }));
  return bars(localizer, list, 'rows');
}
