import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { ScaleLabels } from '../../shared/contract/resources.js';
import type { BarChart, BarMark, Block, Column } from '../../shared/presentation/results/blocks.js';
import { icons } from '../ui/icons.js';
import { image } from './controls.js';
import { endLabels } from './end-labels.js';
import { textHtml } from './text-html.js';

/** A bar chart. Each bar has its value as text, for readers who cannot see lengths and colors. */
export function bars(localizer: Localizer, { bars: list, ends, isCompact }: Omit<BarChart, 'type'>): Html {
  const { withLang } = localizer;
  const items = list.map(({ label, image: picture, share, figure, details, marks, isLeading }) => {
    const more = details.map((detail) => html` <bdi class="count">${withLang(detail)}</bdi>`);
    return html`<li${isLeading && html` class="leads"`}>${image(picture)}<span class="bar-label">${textHtml(localizer, label)}</span> <span class="share"><bdi>${withLang(figure)}</bdi>${more}</span>
<svg class="bar" width="100%" height="8" aria-hidden="true" focusable="false"><rect class="bar-ground" width="100%" height="8" rx="4"/><rect class="bar-fill" width="${percentage(share)}%" height="8" rx="4"/></svg>${marks.length > 0 && html`<span class="marks">${marks.map((mark) => markOf(localizer, mark))}</span>`}</li>`;
  });
  return html`<ul class="bars${isCompact && html` compact`}">${items}</ul>${endLabels(ends)}`;
}

function markOf({ withLang }: Localizer, { type, text }: BarMark): Html {
  return html` <span class="badge ${type}">${type === 'own' && icons.check}${withLang(text)}</span>`;
}

const columnHeight = 96;

/** A histogram. The columns are in the order of their values. */
export function columns({ withLang }: Localizer, list: readonly Column[], ends?: ScaleLabels | null): Html {
  const items = list.map(({ label, share, figure }) => {
    const height = Math.round(Math.min(1, Math.max(0, share)) * columnHeight);
    return html`<li><span class="column-label">${withLang(label)}</span> <bdi class="column-figure">${figure}</bdi>
<svg class="column" width="100%" height="${columnHeight}" aria-hidden="true" focusable="false"><rect class="bar-fill" y="${columnHeight - height}" width="100%" height="${height}" rx="3"/></svg></li>`;
  });
  return html`<div class="scroll" tabindex="0" role="group"><ol class="columns">${items}</ol>${endLabels(ends)}</div>`;
}

/** A stacked bar for each row of a matrix, with the share of each option below. */
export function stack(localizer: Localizer, { options, rows }: Extract<Block, { type: 'stack' }>): Html {
  const items = rows.map(({ label, parts }) => {
    let start = 0;
    const fills = parts.map(({ share }, at) => {
      const rect = html`<rect class="part part-${at % partColors}" x="${percentage(start)}%" width="${percentage(share)}%" height="12"/>`;
      start += share;
      return rect;
    });
    const shares = parts.map(({ figure }, at) => {
      const key = html`<svg class="key" width="12" height="12" aria-hidden="true" focusable="false"><rect class="part part-${at % partColors}" width="12" height="12" rx="3"/></svg>`;
      return html`<li>${key}${textHtml(localizer, options[at] ?? '')} <bdi class="count">${figure}</bdi></li>`;
    });
    return html`<li><p class="bar-label">${textHtml(localizer, label)}</p><svg class="bar stack-bar" width="100%" height="12" aria-hidden="true" focusable="false"><rect class="bar-ground" width="100%" height="12"/>${fills}</svg><ul class="parts">${shares}</ul></li>`;
  });
  return html`<ul class="stack">${items}</ul>`;
}

/** The number of colors of the parts of a stacked bar. */
const partColors = 6;

function percentage(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
}
