import { type Html, html } from '../../base/html.js';
import { icons } from '../../web/ui/icons.js';
import { chartSvg } from './chart-svg.js';
import type { ColumnChart } from './column-chart.js';

/** A chart with its table, and links to copy it. `fileUrl` is the URL of the chart as a file. */
export function chartFigure(chart: ColumnChart, fileUrl: string, note: string | null = null): Html {
  const { id, title, axis, unit, columns, groups = [] } = chart;
  const head = [axis, unit, ...(groups.length > 0 ? ['Group'] : [])];
  const rows = columns.map(({ label, value }, at) => {
    const group = groups.find(({ from, to }) => from <= at && at <= to);
    return html`<tr><th scope="row">${label}</th><td>${value}</td>${groups.length > 0 && html`<td dir="auto">${group?.label ?? '–'}</td>`}</tr>`;
  });
  return html`<figure class="chart-figure"><figcaption><h3 dir="auto">${title}</h3>${note && html`<p class="muted">${note}</p>`}</figcaption>
${chartSvg(chart)}
<div class="chart-foot"><details class="chart-table"><summary>Show as table</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="rounds"><thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></details>
<div class="chart-actions"><a href="${fileUrl}" download="askwell-${id}.svg">Download SVG<span class="unseen">: ${title}</span></a><button type="button" class="button small" data-chart="${fileUrl}" hidden>${icons.copy}<span aria-live="polite" data-copied-text="Copied" data-saved-text="Saved">Copy as PNG</span><span class="unseen">: ${title}</span></button></div></div>
</figure>`;
}
