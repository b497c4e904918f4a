import { type Html, html } from '../../base/html.js';
import type { Template } from '../../kinds/templates/index.js';
import { kindLabel } from '../home/ask-labels.js';

/** The most options, questions or fields that a card shows. */
const shownItems = 4;

/** A template with what it asks, and the button that creates it. */
export function templateCard(base: string, template: Template): Html {
  const { name, kind, title, summary, draft } = template;
  const items = itemLabels(template);
  const more = items.length - shownItems;
  const preview = items.slice(0, shownItems).map((label) => html`<li>${label}</li>`);
  return html`<li class="template"><form method="post" action="${base}/dashboard/asks/new"><input type="hidden" name="template" value="${name}">
<p class="template-kind">${kindLabel(kind)}</p><h3>${title}</h3><p class="template-summary">${summary}</p>
<div class="template-preview" aria-hidden="true"><p>${draft.title}</p><ul>${preview}</ul>${more > 0 && html`<p class="template-more">and ${more} more</p>`}</div>
<div class="actions"><button class="button small">Use template<span class="unseen"> ${title}</span></button></div></form></li>`;
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
