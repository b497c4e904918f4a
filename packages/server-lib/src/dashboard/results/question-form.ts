import { type Html, html } from '../../base/html.js';
import { truncate } from '../../base/truncate.js';
import { icons } from '../../web/ui/icons.js';
import { maxRepeatedLabel } from '../limits.js';
import type { ResultsQuery } from './results-query.js';

/** A member of the query that chooses a question. */
export type QuestionChoice = 'average' | 'rows' | 'columns';

/** A form that chooses the questions of a section of the results. */
export interface QuestionForm {
  readonly path: string;
  /** The ID of the section. */
  readonly section: string;
  readonly query: ResultsQuery;
  readonly questions: readonly { readonly id: string; readonly label: string }[];
  readonly selects: readonly { readonly name: QuestionChoice; readonly label: string }[];
  /** Why the chosen questions have no results. */
  readonly problem: string | null;
  readonly button: string;
}

/** Renders a form that chooses questions, and keeps the other choices of the page. It works without scripts. */
export function questionForm({ path, section, query, questions, selects, problem, button }: QuestionForm): Html {
  const own = new Set<string>(selects.map(({ name }) => name));
  const kept = Object.entries(query).filter(([name, value]) => !own.has(name) && value !== '');
  const fields = selects.map(({ name, label }) => {
    const options = questions.map(
      ({ id, label: text }) =>
        html`<option value="${id}"${id === query[name] && html` selected`}>${truncate(text, maxRepeatedLabel)}</option>`,
    );
    return html`<div class="field"><label for="${section}-${name}">${label}</label><select id="${section}-${name}" name="${name}"><option value="">Choose a question</option>${options}</select></div>`;
  });
  return html`<form method="get" action="${path}#${section}">${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${problem !== null && html`<p class="fault">${icons.alert}<span>${problem}</span></p>`}
<div class="result-fields">${fields}</div>
<div class="actions"><button class="button">${button}</button></div></form>`;
}
