import { type Html, html } from '../../base/html.js';
import { type ContrastCheck, checkContrast, summarizeContrast } from './contrast.js';
import type { Accents } from './presets.js';

/** Says how an accent color contrasts with texts and pages. Scripts keep it current while the color is chosen. */
export function contrastView(accents: Accents): Html {
  return html`<section class="contrast" aria-labelledby="contrast" data-contrast>
<h2 id="contrast">Contrast</h2>
<p class="contrast-summary" role="status" data-contrast-summary>${summarizeContrast(accents)}</p>
<ul class="contrast-checks">${checkContrast(accents).map(
    (check) =>
      html`<li data-check="${check.id}">${sample(check)}<span class="contrast-label">${check.label}</span><span data-result>${check.result}</span></li>`,
  )}</ul>
<p class="help">Askwell chooses the text of buttons by the color, and darkens or lightens bars and borders until they stand out from the page. “Easy” means a contrast of 4.5:1 for text and 3:1 for bars and borders, as WCAG 2.2 AA requires.</p>
</section>`;
}

function sample({ of, back, front }: ContrastCheck): Html {
  const shape =
    of === 'text'
      ? html`<text x="24" y="21" text-anchor="middle" fill="${front}" data-front>Aa</text>`
      : html`<rect x="8" y="12" width="32" height="8" rx="4" fill="${front}" data-front/>`;
  return html`<svg class="contrast-sample" viewBox="0 0 48 32" width="48" height="32" aria-hidden="true" focusable="false"><rect width="48" height="32" rx="6" fill="${back}" data-back/>${shape}</svg>`;
}
