import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { PresentedScore, ReviewItem, VerdictType } from '../../shared/presentation/results/blocks.js';
import { icons } from '../ui/icons.js';
import { textHtml } from './text-html.js';

const verdictIcons: Readonly<Record<VerdictType, Html>> = {
  correct: icons.done,
  partial: icons.partial,
  incorrect: icons.wrong,
  unanswered: icons.skipped,
};

/** The score of an attempt. */
export function score({ withLang }: Localizer, { percentage, points, verdict, band }: PresentedScore): Html {
  const passed =
    verdict &&
    html`<p class="verdict ${verdict.isPassed ? 'correct' : 'incorrect'}">${verdict.isPassed ? icons.done : icons.wrong}${withLang(verdict.text)}</p>`;
  const level =
    band &&
    html`<div class="band"><p class="band-title" dir="auto">${band.title}</p>${band.message && html`<p class="authored" dir="auto">${band.message}</p>`}</div>`;
  return html`<section class="score"><p class="score-figure">${percentage}</p>
<p>${withLang(points)}</p>${passed}${level}</section>`;
}

/** How each question was answered. */
export function review(localizer: Localizer, items: readonly ReviewItem[]): Html {
  const { withLang } = localizer;
  const list = items.map(({ prompt, verdict, points, facts, explanation }) => {
    const values = facts.map(
      ({ name, values, isOrdered }) =>
        html`<div><dt>${withLang(name)}</dt><dd>${answer(localizer, values, isOrdered)}</dd></div>`,
    );
    return html`<li><h2 class="prompt" dir="auto">${prompt}</h2>
<p class="verdict ${verdict.type}">${verdictIcons[verdict.type]}${withLang(verdict.text)}${points !== null && html` <bdi class="count">${withLang(points)}</bdi>`}</p>${
      values.length > 0 && html`<dl class="numbers">${values}</dl>`
    }${explanation && html`<p class="authored" dir="auto">${explanation}</p>`}</li>`;
  });
  return html`<ol class="review">${list}</ol>`;
}

function answer(localizer: Localizer, values: ReviewItem['facts'][number]['values'], isOrdered: boolean): Html {
  const [first] = values;
  if (values.length === 1 && first !== undefined) return textHtml(localizer, first);
  const items = values.map((value) => html`<li>${textHtml(localizer, value)}</li>`);
  return isOrdered ? html`<ol class="order">${items}</ol>` : html`<ul class="plain">${items}</ul>`;
}
