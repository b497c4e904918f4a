import { type Html, type HtmlPart, html } from '../base/html.js';
import type { Timestamp } from '../shared/contract/resources.js';
import { icons } from '../web/ui/icons.js';
import { formatAge } from './ages.js';
import { number } from './numbers.js';

/** A time in UTC. With JavaScript, it is shown in the reader's time zone, and the title has the exact UTC time. */
export function time(at: Timestamp): Html {
  return html`<time datetime="${at}" title="${formatExactTime(at)}">${timeFormat.format(new Date(at))} UTC</time>`;
}

/** How long before `now` a time was, which is in microseconds. The title has the exact UTC time. */
export function age(at: Timestamp, now: number): Html {
  return html`<time datetime="${at}" title="${formatExactTime(at)}" data-age>${formatAge(now - Date.parse(at) * 1000)}</time>`;
}

/** A time in UTC with seconds, for lists in which many times have the same minute. */
export function preciseTime(at: Timestamp): Html {
  return html`<time datetime="${at}" title="${formatExactTime(at)}" data-seconds>${preciseFormat.format(new Date(at))} UTC</time>`;
}

const toTheMinute: Intl.DateTimeFormatOptions = {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
const timeFormat = new Intl.DateTimeFormat('en-GB', toTheMinute);
const preciseFormat = new Intl.DateTimeFormat('en-GB', { ...toTheMinute, second: '2-digit' });

/** Returns a time such as `2026-01-31 09:05:07.004213 UTC`. */
function formatExactTime(at: Timestamp): string {
  return `${at.slice(0, 10)} ${at.slice(11, -1)} UTC`;
}

/** A URL, or a part of one, that breaks between its parts, not inside a word. */
export function breakable(url: string): Html {
  return html`${url.split(/(?<=[/.-])/).map((part) => html`${part}<wbr>`)}`;
}

/** A column of a table. */
export interface TableColumn {
  readonly label: HtmlPart;
  /** Whether only screen readers get the label, because the cells explain themselves. */
  readonly isLabelHidden?: boolean;
  /** The content of the column head instead of the label, such as a link. */
  readonly head?: Html;
  /** How the rows are sorted by this column. */
  readonly sort?: 'ascending' | 'descending';
  /** Whether only wide windows show the column, because the page of the row has it too. */
  readonly isWideOnly?: boolean;
}

/** The column of the actions of a row. Their names say what they do. */
export const actionsColumn: TableColumn = { label: 'Actions', isLabelHidden: true };

/**
 * A table. In narrow windows, each row becomes a card. The first cell of a row is its heading.
 *
 * @param layout A dense table has few columns: it stays a table on tablets, and its cards on phones have short lines.
 */
export function table(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly Html[])[],
  layout: 'roomy' | 'dense' = 'roomy',
): Html {
  const classOf = (column: TableColumn | undefined) => column?.isWideOnly && html` class="wide-only"`;
  const head = columns.map((column) => {
    const { label, isLabelHidden, head = label, sort } = column;
    return html`<th scope="col" role="columnheader"${classOf(column)}${sort && html` aria-sort="${sort}"`}>${isLabelHidden ? html`<span class="unseen">${label}</span>` : head}</th>`;
  });
  const body = rows.map(([name, ...cells]) => {
    const rest = cells.map((cell, index) => {
      const column = columns[index + 1];
      const label = column && !column.isLabelHidden && column.label;
      return html`<td role="cell"${classOf(column)}>${label && html`<span class="cell-label" aria-hidden="true">${label}</span>`}${cell}</td>`;
    });
    return html`<tr role="row"><th scope="row" role="rowheader">${name}</th>${rest}</tr>`;
  });
  // Browsers drop the table semantics when CSS changes `display`, so the roles are explicit.
  return html`<table class="table${layout === 'dense' && ' dense'}" role="table">
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody>
</table>`;
}

/** A table that shows its first rows and folds the others, so that the sections below it stay in reach. */
export function longTable(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly Html[])[],
  shown: number,
): Html {
  const others = rows.slice(shown);
  return html`${table(caption, columns, rows.slice(0, shown), 'dense')}${
    others.length > 0 &&
    html`<details class="reveal"><summary class="button small">${others.length} more<span class="unseen">: ${caption}</span></summary>
${table(`More: ${caption}`, columns, others, 'dense')}</details>`
  }`;
}

/** A button that asks for confirmation before an action that cannot be undone. Browsers open the question without JavaScript. */
export function confirm(parts: { action: string; label: string; of: string; question: string; submit: string }): Html {
  const id = `confirm-${parts.action}`;
  return html`<button type="button" class="button small bad" popovertarget="${id}">${parts.label}<span class="unseen"> ${parts.of}</span></button>
<div class="question" id="${id}" popover role="dialog" aria-labelledby="${id}-title" tabindex="-1" autofocus>
<form method="post" action="${parts.action}">
<p class="question-title" id="${id}-title">${parts.label}${parts.of && html` <bdi>${parts.of}</bdi>`}?</p>
<p>${parts.question}</p>
<div class="actions"><button class="button danger">${parts.submit}</button><button type="button" class="button" popovertarget="${id}" popovertargetaction="hide">Cancel</button></div>
</form>
</div>`;
}

/** The length up to which a line of code fits into the narrowest windows. */
const shortLine = 32;

/** A code block with a copy button. Long lines scroll, also by keyboard. `what` completes the button's label for screen readers. */
export function code(id: string, text: string, what = 'the command'): Html {
  const scrolls = text.split('\n').some((line) => line.length > shortLine);
  return html`<div class="code">${copyButton(id, what)}<pre${scrolls && html` tabindex="0"`}><code id="${id}">${text}</code></pre></div>`;
}

/** A code block that scrolls by itself, also by keyboard. `title` is its name for screen readers. */
export function longCode(id: string, text: string, what: string, title: string): Html {
  return html`<div class="code scrolled">${copyButton(id, what)}<pre tabindex="0" role="region" aria-label="${title}"><code id="${id}">${text}</code></pre></div>`;
}

/**
 * A button that copies the text of the element `target`. It is hidden until JavaScript enables it.
 *
 * @param look A named button is primary, and shows what it copies.
 */
export function copyButton(target: string, what: string, look: 'small' | 'primary' | 'named' = 'small'): Html {
  const isNamed = look === 'named';
  return html`<button type="button" class="button ${isNamed ? 'primary' : look} copy" data-copies="${target}" hidden>${icons.copy}<span><span aria-live="polite" data-copied-text="Copied">Copy</span><span${!isNamed && html` class="unseen"`}> ${what}</span></span></button>`;
}

/** A secret that is shown once, which is copied as a whole. `what` completes the label of the copy button. */
export function secretOnce(parts: { id: string; label: string; secret: string; what: string; warning: string }): Html {
  const { id, label, secret, what, warning } = parts;
  return html`<section class="card secret">
<label for="${id}">${label}</label>
<div class="secret-line"><output id="${id}" class="mono" aria-describedby="${id}-help">${secret}</output>${copyButton(id, what, 'primary')}</div>
<p class="warning" id="${id}-help">${icons.alert}<span>${warning}</span></p>
</section>`;
}

/** The content of a page or section without entries, with the next step. */
export function empty(parts: { icon: Html; title: string; text: HtmlPart; action?: Html }): Html {
  return html`<section class="empty">
<span class="empty-icon">${parts.icon}</span>
<h2>${parts.title}</h2>
<p>${parts.text}</p>
${parts.action}
</section>`;
}

/** The title of a page, with a sentence about its purpose. */
export function pageHeading(title: HtmlPart, lead?: HtmlPart): Html {
  return html`<div class="heading"><h1>${title}</h1>${lead && html`<p class="lead">${lead}</p>`}</div>`;
}

/** Returns a count with its noun: `1 key`, `1,204 keys`. */
export function count(n: number, singular: string, plural: string): string {
  return `${number(n)} ${n === 1 ? singular : plural}`;
}
