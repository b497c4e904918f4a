import { type Html, html } from '../../base/html.js';
import type { ScaleLabels } from '../../shared/contract/resources.js';

/** The labels of the ends of a scale, below its steps or its results. */
export function endLabels(ends: ScaleLabels | null | undefined): Html | null {
  if (!ends) return null;
  return html`<div class="ends"><span><bdi>${ends.min}</bdi></span><span><bdi>${ends.max}</bdi></span></div>`;
}
