import { type Html, html } from '../../base/html.js';
import type { Template } from '../../kinds/templates/index.js';
import { icons } from '../../web/ui/icons.js';

/** The most characters of a sample. A card cuts the first item if that is longer. */
const sampleLength = 32;
const moreLength = ' · 9 more'.length;

/** A template with what it asks. It is a button that creates it. */
export function templateCard(base: string, template: Template): Html {
  const { name, title, summary, kind } = template;
  const { items, more } = sampleOf(itemLabels(template));
  return html`<li class="template"><form method="post" action="${base}/dashboard/asks/new"><button class="blank" name="template" value="${name}"><span class="kind">${icons[kind]}<span><span class="unseen">Use template </span>${title}</span></span> <span class="blank-text">${summary}</span><span class="template-sample" aria-hidden="true"><span dir="auto">${items}</span>${more > 0 && html` <span>· ${more} more</span>`}</span></button></form></li>`;
}

/** Returns the first items, such as `Pizza · Sushi`, and the number of the others. */
function sampleOf(items: readonly string[]): { items: string; more: number } {
  const lengthTo = (at: number) => items.slice(0, at + 1).join(' · ').length + (at + 1 < items.length ? moreLength : 0);
  const tooLong = items.findIndex((_, at) => at > 0 && lengthTo(at) > sampleLength);
  const shown = tooLong === -1 ? items : items.slice(0, tooLong);
  return { items: shown.join(' · '), more: items.length - shown.length };
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
