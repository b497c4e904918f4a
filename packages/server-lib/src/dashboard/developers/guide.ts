import { type Html, type HtmlPart, html } from '../../base/html.js';
import { code } from '../components.js';
import type { NewestAsks } from './newest-asks.js';

/** The values that the examples of a guide contain. */
export interface GuideValues extends NewestAsks {
  /** The prefix of links to other pages. */
  readonly base: string;
  /** The public URL of the server. */
  readonly url: string;
  /** Whether the page `/docs` is enabled. */
  readonly hasDocs: boolean;
}

/** A guide for developers. */
export interface Guide {
  /** The last segment of its path. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  render(values: GuideValues): Html;
}

/** A step of a guide: what it does, and the code. `what` completes the label of the copy button. */
export interface GuideStep {
  readonly id: string;
  readonly title: string;
  readonly text: HtmlPart;
  readonly code: string;
  readonly what?: string;
}

/** Renders the steps of a guide. */
export function guideSteps(list: readonly GuideStep[]): Html {
  return html`${list.map(
    (step) => html`<section class="section">
<h2>${step.title}</h2>
<p class="help">${step.text}</p>
${code(step.id, step.code, step.what ?? 'the code')}
</section>`,
  )}`;
}
