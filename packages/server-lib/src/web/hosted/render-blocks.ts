import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { Block, Figure, ResultsModel, Rounds, Section } from '../../shared/presentation/results/blocks.js';
import { bars, columns, stack } from './charts.js';
import { review, score } from './review.js';
import { textHtml } from './text-html.js';

/** Renders parts of results or of an outcome. */
export function renderBlocks(localizer: Localizer, blocks: readonly Block[]): Html {
  return html`${blocks.map((block) => renderBlock(localizer, block))}`;
}

function renderBlock(localizer: Localizer, block: Block): Html {
  switch (block.type) {
    case 'note':
      return html`<p class="muted">${localizer.withLang(block.text)}</p>`;
    case 'bars':
      return bars(localizer, block);
    case 'columns':
      return columns(localizer, block.columns, block.ends);
    case 'stack':
      return stack(localizer, block);
    case 'figures':
      return figures(localizer, block.figures);
    case 'rounds':
      return rounds(localizer, block);
    case 'score':
      return score(localizer, block);
    case 'review':
      return review(localizer, block.items);
    case 'section':
      return section(localizer, block);
  }
}

function section(localizer: Localizer, { title, detail, blocks }: Section): Html {
  const count = detail !== undefined && html`<p class="detail">${localizer.withLang(detail)}</p>`;
  return html`<section class="summary"><h3 dir="auto">${textHtml(localizer, title)}</h3>${count}${renderBlocks(localizer, blocks)}</section>`;
}

function figures({ withLang }: Localizer, list: readonly Figure[]): Html {
  return html`<dl class="numbers">${list.map(({ name, value }) => html`<div><dt>${withLang(name)}</dt><dd><bdi>${withLang(value)}</bdi></dd></div>`)}</dl>`;
}

/** The rounds of the instant runoff, collapsed. */
function rounds(localizer: Localizer, { title, head, rows }: Rounds): Html {
  const { withLang } = localizer;
  const headings = head.map((text) => html`<th scope="col">${withLang(text)}</th>`);
  const body = rows.map(
    ({ label, cells }) =>
      html`<tr><th scope="row">${textHtml(localizer, label)}</th>${cells.map((cell) => html`<td>${cell ?? '–'}</td>`)}</tr>`,
  );
  return html`<details class="more"><summary>${withLang(title)}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="rounds"><thead><tr>${headings}</tr></thead><tbody>${body}</tbody></table></div></details>`;
}

/** The content of the results of all answers. */
export function renderResults(localizer: Localizer, { total, blocks }: ResultsModel): Html {
  return html`<p class="total">${localizer.withLang(total)}</p>${renderBlocks(localizer, blocks)}`;
}
