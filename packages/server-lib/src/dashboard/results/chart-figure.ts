import { type Html, type HtmlPart, html } from '../../base/html.js';
import { icons } from '../../web/ui/icons.js';
import { number } from '../numbers.js';
import { type Chart, chartSvg } from './chart-svg.js';

/** A chart with its summary and its table, and links to copy it. `fileUrl` is the URL of the chart as a file. */
export function chartFigure(
  chart: Chart,
  fileUrl: string,
  note: string | null = null,
  summary: Html | null = null,
): Html {
  const { id, title } = chart;
  const { head, rows } = tableOf(chart);
  return html`<figure class="chart-figure"><figcaption><h3 dir="auto">${title}</h3>${note && html`<p class="muted">${note}</p>`}</figcaption>${summary}
${chartSvg(chart)}
<div class="chart-foot"><details class="chart-table"><summary>Show as table</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="rounds"><thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></details>
<div class="chart-actions"><a href="${fileUrl}" download="askwell-${id}.svg">Download SVG<span class="unseen">: ${title}</span></a><button type="button" class="button small" data-chart="${fileUrl}" hidden>${icons.copy}<span aria-live="polite" data-copied-text="Copied" data-saved-text="Saved">Copy as PNG</span><span class="unseen">: ${title}</span></button></div></div>
</figure>`;
}

function tableOf(chart: Chart): { readonly head: readonly string[]; readonly rows: readonly HtmlPart[] } {
  const { axis, unit } = chart;
  if ('points' in chart) {
    const rows = chart.points.map(
      ({ label, value, answers }) =>
        html`<tr><th scope="row">${label}</th><td>${value === null ? '–' : number(value)}</td><td>${number(answers)}</td></tr>`,
    );
    return { head: [axis, unit, 'Answers'], rows };
  }
  const { columns, groups = [] } = chart;
  const rows = columns.map(({ label, value }, at) => {
    const group = groups.find(({ from, to }) => from <= at && at <= to);
    return html`<tr><th scope="row">${label}</th><td>${number(value)}</td>${groups.length > 0 && html`<td dir="auto">${group?.label ?? '–'}</td>`}</tr>`;
  });
  return { head: [axis, unit, ...(groups.length > 0 ? ['Group'] : [])], rows };
}
