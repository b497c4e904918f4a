import { type Html, html } from '../../base/html.js';
import type { Template } from '../../kinds/templates/index.js';

/** The most options, questions or fields that a card names. */
const shownItems = 3;

/** A template with what it asks. It is a button that creates it. */
export function templateCard(base: string, template: Template): Html {
  const { name, title, summary } = template;
  const items = itemLabels(template);
  const more = items.length - shownItems;
  const sample = `${items.slice(0, shownItems).join(' · ')}${more > 0 ? ` · ${more} more` : ''}`;
  return html`<li class="template"><form method="post" action="${base}/dashboard/asks/new"><button class="blank" name="template" value="${name}"><span class="blank-title"><span class="unseen">Use template </span>${title}</span> <span class="blank-text">${summary}</span><span class="template-sample" aria-hidden="true" dir="auto">${sample}</span></button></form></li>`;
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
