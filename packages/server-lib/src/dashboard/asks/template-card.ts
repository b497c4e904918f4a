import { type Html, html } from '../../base/html.js';
import type { Template } from '../../kinds/templates/index.js';

/** The most characters of the options, questions or fields that a card names, unless the first one is longer. */
const sampleLength = 32;

/** A template with what it asks. It is a button that creates it. */
export function templateCard(base: string, template: Template): Html {
  const { name, title, summary } = template;
  const sample = sampleOf(itemLabels(template));
  return html`<li class="template"><form method="post" action="${base}/dashboard/asks/new"><button class="blank" name="template" value="${name}"><span class="blank-title"><span class="unseen">Use template </span>${title}</span> <span class="blank-text">${summary}</span><span class="template-sample" aria-hidden="true" dir="auto">${sample}</span></button></form></li>`;
}

/** Returns the first items as a whole, and the number of the others: `Pizza · Sushi · 3 more`. */
function sampleOf(items: readonly string[]): string {
  const tooLong = items.findIndex((_, at) => at > 0 && items.slice(0, at + 1).join(' · ').length > sampleLength);
  const shown = tooLong === -1 ? items : items.slice(0, tooLong);
  const more = items.length - shown.length;
  return `${shown.join(' · ')}${more > 0 ? ` ·\u00a0${more}\u00a0more` : ''}`;
}

function itemLabels(template: Template): string[] {
  switch (template.kind) {
    case 'poll':
      return template.draft.options.map((option) => (typeof option === 'string' ? option : option.label));
    case 'quiz':
      return template.draft.questions.map(({ prompt }) => prompt);
    case 'form':
      return template.draft.fields.flatMap(({ label }) => (label ? [label] : []));
  }
}
