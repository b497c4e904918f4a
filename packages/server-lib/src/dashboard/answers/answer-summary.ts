import { type Html, html } from '../../base/html.js';
import { truncate } from '../../base/truncate.js';
import { type AnswerTable, isOwnColumn, type ReadAnswer } from './answer-table.js';

/** The number of values in a summary. */
const maxParts = 3;

/** The first values of an answer with their labels. */
export function answerSummary({ columns }: AnswerTable, answer: ReadAnswer): Html {
  const parts: Html[] = [];
  columns.some((column, index) => {
    const cell = isOwnColumn(column) && !column.isMinor ? answer.cell(index) : null;
    if (cell)
      parts.push(html`<bdi class="muted">${truncate(column.label, 60)}</bdi> <bdi>${truncate(cell.text, 100)}</bdi>`);
    return parts.length === maxParts;
  });
  if (parts.length === 0) return html`Empty answer`;
  return html`${parts.map((part, index) => [index > 0 && ' · ', part])}`;
}
