import { Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type {
  Block,
  Figure,
  PresentedScore,
  ResultsModel,
  ReviewFact,
  ReviewItem,
  ReviewPart,
  Rounds,
  Section,
  VerdictType,
} from '../../shared/presentation/results/blocks.js';
import { icons } from '../ui/icons.js';
import { inlineText, richText } from '../ui/rich-text.js';
import { bars, columns, stack } from './charts.js';
import { textHtml } from './text-html.js';

const verdictIcons: Readonly<Record<VerdictType, Html>> = {
  correct: icons.done,
  partial: icons.partial,
  incorrect: icons.wrong,
  unanswered: icons.skipped,
};

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
      return Html.lazy(() => section(localizer, block));
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

/** The score of an attempt. */
function score({ withLang, formulas }: Localizer, { percentage, points, verdict, band }: PresentedScore): Html {
  const passed =
    verdict &&
    html`<p class="verdict ${verdict.isPassed ? 'correct' : 'incorrect'}">${verdict.isPassed ? icons.done : icons.wrong}${withLang(verdict.text)}</p>`;
  const level =
    band &&
    html`<div class="band"><p class="band-title" dir="auto">${band.title}</p>${richText(band.message, { formulas })}</div>`;
  return html`<section class="score"><p class="score-figure">${percentage}</p>
<p class="muted">${withLang(points)}</p>${passed}${level}</section>`;
}

/** How each question was answered. */
function review(localizer: Localizer, items: readonly ReviewItem[]): Html {
  const { withLang, formulas } = localizer;
  const list = items.map(({ prompt, verdict, points, parts, isOrdered, otherFacts, explanation }) => {
    const marked = parts.map((part) => reviewed(localizer, part));
    const options = isOrdered
      ? html`<ol class="choices places">${marked}</ol>`
      : html`<ul class="choices">${marked}</ul>`;
    return html`<li><h2 class="prompt" dir="auto">${inlineText(prompt, { formulas })}</h2>
<p class="verdict ${verdict.type}">${verdictIcons[verdict.type]}${withLang(verdict.text)}${points !== null && html` <bdi class="count">${withLang(points)}</bdi>`}</p>${
      parts.length > 0 && options
    }${
      otherFacts.length > 0 && html`<dl class="numbers">${otherFacts.map((fact) => factOf(localizer, fact))}</dl>`
    }${richText(explanation, { formulas })}</li>`;
  });
  return html`<ol class="review">${list}</ol>`;
}

function reviewed(localizer: Localizer, { label, verdict, note, correction }: ReviewPart): Html {
  const look = verdict ?? 'unanswered';
  const mark =
    note !== '' && html` <span class="verdict ${look}">${verdictIcons[look]}${localizer.withLang(note)}</span>`;
  return html`<li class="reviewed${verdict && ` ${verdict}-part`}"><span class="choice-label">${textHtml(localizer, label)}</span>${mark}${correction && html` <span class="muted">${textHtml(localizer, correction)}</span>`}</li>`;
}

function factOf(localizer: Localizer, { name, values, isOrdered }: ReviewFact): Html {
  return html`<div><dt>${localizer.withLang(name)}</dt><dd>${answer(localizer, values, isOrdered)}</dd></div>`;
}

function answer(localizer: Localizer, values: ReviewFact['values'], isOrdered: boolean): Html {
  const [first] = values;
  if (values.length === 1 && first !== undefined) return textHtml(localizer, first);
  const items = values.map((value) => html`<li>${textHtml(localizer, value)}</li>`);
  return isOrdered ? html`<ol class="order">${items}</ol>` : html`<ul class="plain">${items}</ul>`;
}
