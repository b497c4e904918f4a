import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { ResultsModel } from '../../shared/presentation/results/blocks.js';
import { renderResults } from '../../web/hosted/render-blocks.js';
import { livePart } from './live-part.js';

/** Results for an audience, in the language of the ask. */
export function bigResults(localizer: Localizer, model: ResultsModel): Html {
  return html`<div class="results" lang="${localizer.lang}" dir="${localizer.dir}"><h2 class="unseen">${localizer.withLang(model.title)}</h2>${renderResults(localizer, model)}</div>`;
}

/** The parts of a page that shows nothing but results. */
export interface ResultsScreen {
  readonly title: string;
  readonly state: string;
  readonly content: Html;
  readonly url: string;
  readonly aside?: Html | null;
  readonly foot?: Html | null;
}

/** A page that shows nothing but results. */
export function resultsScreen({ title, state, content, url, aside, foot }: ResultsScreen): Html {
  return html`<main id="main" class="screen" tabindex="-1"><h1 dir="auto">${title}</h1>
<div class="screen-parts"><div class="screen-results">${livePart(state, content, url)}</div>${aside}</div>
</main>${foot}`;
}
