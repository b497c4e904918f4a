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
  steps(values: GuideValues): readonly GuideStep[];
}

/** A step of a guide: what it does, and the code. `what` completes the label of the copy button. */
export interface GuideStep {
  readonly id: string;
  readonly title: string;
  readonly text: HtmlPart;
  readonly code: string;
  readonly what?: string;
}

/** The steps of a guide, below links to them. */
export function guideSteps(steps: readonly GuideStep[]): Html {
  const links = steps.map(({ id, title }) => html`<li><a href="#${id}-step">${title}</a></li>`);
  const sections = steps.map(
    (step) => html`<section class="section" id="${step.id}-step">
<h2>${step.title}</h2>
<p>${step.text}</p>
${code(step.id, step.code, step.what ?? 'the code')}
</section>`,
  );
  return html`<nav class="jumps" aria-label="On this page"><ul>${links}</ul></nav>
<div class="guide">${sections}</div>`;
}
