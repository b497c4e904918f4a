import { type Html, html } from '../../base/html.js';
import { truncate } from '../../base/truncate.js';
import { type AnswerTable, isOwnColumn, type ReadAnswer } from './answer-table.js';

/** The number of values in a summary. */
const maxParts = 3;

/** A value of an answer with its label. */
export interface SummaryPart {
  readonly label: string;
  readonly text: string;
}

/** Returns the first values of an answer. */
export function summaryParts({ columns }: AnswerTable, answer: ReadAnswer): readonly SummaryPart[] {
  const parts: SummaryPart[] = [];
  columns.some((column, index) => {
    const cell = isOwnColumn(column) && !column.isMinor ? answer.cell(index) : null;
    if (cell) parts.push({ label: truncate(column.label, 60), text: truncate(cell.text, 100) });
    return parts.length === maxParts;
  });
  return parts;
}

/** Returns a label as the beginning of a line with its value. A question ends by itself. */
export function leadIn(label: string): string {
  return /[:?]$/.test(label) ? label : `${label}:`;
}

/** The first values of an answer with their labels. */
export function answerSummary(table: AnswerTable, answer: ReadAnswer): Html {
  const parts = summaryParts(table, answer);
  if (parts.length === 0) return html`Empty answer`;
  return html`${parts.map(({ label, text }, index) => [index > 0 && ' · ', html`<bdi class="muted">${leadIn(label)}</bdi> <bdi>${text}</bdi>`])}`;
}
