import type { Localizer } from '../messages/localizer.js';
import { type Html, type HtmlPart, html } from '../web/html.js';
import { icons } from '../web/icons.js';

/** One of several things that were counted. */
export interface Bar {
  readonly label: HtmlPart;
  /** 0 to 1: how far the bar goes. */
  readonly share: number;
  /** What stands beside it. */
  readonly figure: HtmlPart;
  readonly detail?: HtmlPart;
  /** Whether it is what the visitor chose. */
  readonly isOwn?: boolean;
  /** What it has won. */
  readonly badge?: HtmlPart;
  /** Whether it stands out. */
  readonly isLeading?: boolean;
}

/** Whether one of them leads, all are alike, or they are many and stand close. */
type Look = 'race' | 'even' | 'rows';

/** Bars with their labels and figures beside them, so that nothing is told by length or colour alone. */
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

/** A few figures, each with what it means. */
export function figures(list: readonly (readonly [label: HtmlPart, figure: HtmlPart])[]): Html {
  return html`<dl class="numbers">${list.map(([label, figure]) => html`<div><dt>${label}</dt><dd>${figure}</dd></div>`)}</dl>`;
}

/** The largest of several counts, and 1 where all are none, to measure bars by. */
export function largest(counts: readonly number[]): number {
  return counts.reduce((most, count) => Math.max(most, count), 0) || 1;
}
