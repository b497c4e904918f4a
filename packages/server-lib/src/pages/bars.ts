import type { Localizer } from '../messages/localizer.js';
import { type Html, type HtmlPart, html } from '../web/html.js';
import { icons } from '../web/icons.js';

/** A bar of a chart. */
export interface Bar {
  readonly label: HtmlPart;
  /** The length of the bar, from 0 to 1. */
  readonly share: number;
  /** The value as text. */
  readonly figure: HtmlPart;
  readonly detail?: HtmlPart;
  /** Whether the visitor chose this option. */
  readonly isOwn?: boolean;
  /** For example "Winner". */
  readonly badge?: HtmlPart;
  /** Whether the bar is highlighted. */
  readonly isLeading?: boolean;
}

/** Highlighted leaders, equal bars, or compact rows. */
type Look = 'race' | 'even' | 'rows';

/** A bar chart. Each bar has its value as text, for readers who cannot see lengths and colors. */
export function bars({ words, withLang }: Localizer, list: readonly Bar[], look: Look = 'race'): Html {
  const items = list.map(({ label, share, figure, detail, isOwn, badge, isLeading }) => {
    const own = isOwn && html` <span class="badge own">${icons.check}${withLang(words.results.yours)}</span>`;
    return html`<li${isLeading && html` class="leads"`}><span class="bar-label"><bdi>${label}</bdi>${badge && html` <span class="badge">${badge}</span>`}${own}</span> <span class="share">${figure}</span>
<svg class="bar" width="100%" height="8" aria-hidden="true" focusable="false"><rect class="bar-ground" width="100%" height="8" rx="4"/><rect class="bar-fill" width="${percentage(share)}%" height="8" rx="4"/></svg>${detail && html`<span class="detail">${detail}</span>`}</li>`;
  });
  return html`<ul class="bars ${look}">${items}</ul>`;
}

function percentage(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
}

/** A list of values with their labels. */
export function figures(list: readonly (readonly [label: HtmlPart, figure: HtmlPart])[]): Html {
  return html`<dl class="numbers">${list.map(([label, figure]) => html`<div><dt>${label}</dt><dd>${figure}</dd></div>`)}</dl>`;
}

/** Returns the largest count, or 1 if all are 0. Bars are relative to it. */
export function largest(counts: readonly number[]): number {
  return counts.reduce((max, count) => Math.max(max, count), 0) || 1;
}
