import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { ResultsModel } from '../../shared/presentation/results/blocks.js';
import { renderBlocks, renderResults } from '../../web/hosted/render-blocks.js';
import { textHtml } from '../../web/hosted/text-html.js';
import { livePart } from './live-part.js';
import { type Slide, slidesOf } from './slides.js';

/** Results to read, in the language of the ask. */
export function bigResults(localizer: Localizer, model: ResultsModel): Html {
  return html`<div class="results" lang="${localizer.lang}" dir="${localizer.dir}"><h2 class="unseen">${localizer.withLang(model.title)}</h2>${renderResults(localizer, model)}</div>`;
}

/** The parts of a page that shows nothing but results. */
export interface ResultsScreen {
  readonly title: string;
  readonly state: string;
  readonly content: Html;
  readonly url: string;
}

/** A page that shows nothing but results. */
export function resultsScreen({ title, state, content, url }: ResultsScreen): Html {
  return html`<main id="main" class="screen" tabindex="-1"><h1 dir="auto">${title}</h1>
<div class="screen-results">${livePart(state, content, url)}</div>
</main>`;
}

/** The results for an audience. */
export interface PresentedResults {
  readonly title: string;
  readonly localizer: Localizer;
  readonly model: ResultsModel;
  /** How to answer. Null if nobody can. */
  readonly join: Html | null;
}

/**
 * The slides of a presentation. A poll starts with its options, and others with their title. Each slide fills the window and links to
 * its neighbors, so that scrolling and links suffice without a script.
 */
export function slideShow({ title, localizer, model, join }: PresentedResults): Html {
  const slides = slidesOf(model);
  const [first] = slides;
  const isOneQuestion = first?.title === null && first.blocks.some(({ type }) => type === 'bars');
  const cover: Slide = { title: null, details: [], blocks: isOneQuestion ? first.blocks : [] };
  const all = [
    { ...cover, details: isOneQuestion ? first.details : [] },
    ...(isOneQuestion ? slides.slice(1) : slides),
  ];
  const items = all.map((slide, at) => {
    const heading =
      at === 0 ? html`<h1 id="slide-title-1" dir="auto">${title}</h1>` : slideHeading(localizer, slide, at + 1, title);
    const total = at === 0 ? [model.total] : [];
    const details = [...total, ...slide.details].map(
      (text, nth) => html`<p class="${nth === 0 && at === 0 ? 'total' : 'detail'}">${localizer.withLang(text)}</p>`,
    );
    return html`<section class="slide${at === 0 && !isOneQuestion && html` cover`}" id="slide-${at + 1}" aria-labelledby="slide-title-${at + 1}" tabindex="-1">
<header class="slide-head">${heading}<div class="slide-details">${details}</div></header>
<div class="slide-body">${slide.blocks.length > 0 && html`<div class="results" lang="${localizer.lang}" dir="${localizer.dir}">${renderBlocks(localizer, slide.blocks)}</div>`}${at === 0 && join}</div>
${slideLinks(at + 1, all.length)}</section>`;
  });
  return html`${items}`;
}

function slideHeading(localizer: Localizer, { title }: Slide, number: number, ask: string): Html {
  return title === null
    ? html`<h2 id="slide-title-${number}" class="continued" dir="auto">${ask}</h2>`
    : html`<h2 id="slide-title-${number}" dir="auto">${textHtml(localizer, title)}</h2>`;
}

/** The links to the slides before and after, and the number of the slide. Null for a single slide. */
function slideLinks(number: number, count: number): Html | null {
  if (count === 1) return null;
  const link = (to: number, rel: 'prev' | 'next', label: string) =>
    to >= 1 && to <= count
      ? html`<a class="button" href="#slide-${to}" rel="${rel}">${label}</a>`
      : html`<span class="slide-end"></span>`;
  return html`<nav class="slide-links" aria-label="Slide ${number} of ${count}">${link(number - 1, 'prev', 'Back')}<span class="muted">${number} of ${count}</span>${link(number + 1, 'next', 'Next')}</nav>`;
}
