import { type Html, html } from '../../base/html.js';
import type { MatrixField } from '../../shared/contract/resources.js';
import { radios } from './choices.js';
import { type FormQuestion, questionGroup } from './controls.js';
import type { FormContext } from './form-context.js';

/** With more columns than these, the table may be wider than its place, and scrolls. */
const narrowColumns = 5;

/**
 * Renders a matrix: a group of radio buttons for each row. Where there is room, the groups look like the rows of a table. The
 * heads of its columns are hidden from screen readers, which read the label of each radio button.
 */
export function matrix(formContext: FormContext, { id, rows, options }: MatrixField, question: FormQuestion): Html {
  const choices = options.map((option) => ({ value: option.id, label: option.label }));
  const parts = rows.map((row) => {
    const name = `${id}.${row.id}`;
    const part = { ...question, help: null, name, path: `${question.path}.${row.id}`, label: row.label };
    // Only the matrix says that it is required, not every row.
    const legend = html`<bdi>${row.label}</bdi>`;
    return questionGroup(formContext, { ...part, legend }, radios(formContext, part, choices));
  });
  const { words, withLang } = formContext.localizer;
  const heads = options.map(({ label }) => html`<span dir="auto">${label}</span>`);
  const noAnswer = !question.required && html`<span>${withLang(words.noAnswer)}</span>`;
  const head = html`<div class="matrix-head" aria-hidden="true"><span></span><div class="choices">${heads}${noAnswer}</div></div>`;
  const isWide = options.length + (question.required ? 0 : 1) > narrowColumns;
  const scroll = isWide && html` tabindex="0" role="group" aria-label="${question.label}"`;
  const table = html`<div class="matrix-rows"${scroll}>${head}${parts}</div>`;
  const focusName = `${id}.${rows[0]?.id ?? ''}`;
  return html`<div class="matrix">${questionGroup(formContext, { ...question, hasParts: true, focusName }, table)}</div>`;
}
