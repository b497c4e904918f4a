import type { Timestamp } from '../http/response-types.js';
import { type Html, type HtmlPart, html } from '../web/html.js';
import { icons } from '../web/icons.js';

/** A moment, in UTC; where scripts run it is shown in the reader's time zone, with the exact UTC time on hover. */
export function time(at: Timestamp): Html {
  return html`<time datetime="${at}" title="${exact(at)}">${inWords.format(new Date(at))} UTC</time>`;
}

const inWords = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** `2026-01-31 09:05:07.004213 UTC` */
function exact(at: Timestamp): string {
  return `${at.slice(0, 10)} ${at.slice(11, -1)} UTC`;
}

export interface Column {
  readonly label: string;
  /** Its label is for those who can't see that its cells explain themselves. */
  readonly isLabelHidden?: boolean;
}

/** A table that becomes a card for each row on a phone. The first cell of a row names it. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Html[])[]): Html {
  const head = columns.map(
    ({ label, isLabelHidden }) =>
      html`<th scope="col" role="columnheader">${isLabelHidden ? html`<span class="unseen">${label}</span>` : label}</th>`,
  );
  const body = rows.map(([name, ...cells]) => {
    const rest = cells.map((cell, at) => {
      const column = columns[at + 1];
      const label = column && !column.isLabelHidden && column.label;
      return html`<td role="cell">${label && html`<span class="cell-label" aria-hidden="true">${label}</span>`}${cell}</td>`;
    });
    return html`<tr role="row"><th scope="row" role="rowheader">${name}</th>${rest}</tr>`;
  });
  // Browsers forget that it is a table where styles lay it out otherwise, so the roles say it.
  return html`<table class="table" role="table">
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody>
</table>`;
}

/** A button that asks before it does something that can't be undone; it works without scripts. */
export function confirm(parts: { action: string; label: string; of: string; question: string; submit: string }): Html {
  return html`<details class="confirm">
<summary class="button small"><span class="when-closed">${parts.label}</span><span class="when-open">Keep it</span><span class="unseen"> ${parts.of}</span></summary>
<form class="confirm-panel" method="post" action="${parts.action}">
<p>${parts.question}</p>
<button class="button danger small">${parts.submit}</button>
</form>
</details>`;
}

/** Something to copy into a terminal, or wherever `what` goes. */
export function code(id: string, text: string, what = 'the command'): Html {
  return html`<div class="code"><pre><code id="${id}">${text}</code></pre>${copyButton(id, what)}</div>`;
}

/** Shown only where scripts run, since it can do nothing without. */
export function copyButton(target: string, what: string): Html {
  return html`<button type="button" class="button small copy" data-copies="${target}" hidden>${icons.copy}<span aria-live="polite" data-says="Copied">Copy</span><span class="unseen"> ${what}</span></button>`;
}

/** A place where there is nothing yet, with the one next step. */
export function empty(parts: { icon: Html; title: string; text: HtmlPart; action?: Html }): Html {
  return html`<section class="empty">
<span class="empty-icon">${parts.icon}</span>
<h2>${parts.title}</h2>
<p>${parts.text}</p>
${parts.action}
</section>`;
}

/** The title of a page, with a sentence on what it is for. */
export function heading(title: string, lead?: HtmlPart): Html {
  return html`<div class="heading"><h1>${title}</h1>${lead && html`<p class="lead">${lead}</p>`}</div>`;
}

/** `1 key`, `2 keys` */
export function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
