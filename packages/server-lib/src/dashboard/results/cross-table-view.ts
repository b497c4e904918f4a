import { type Html, html } from '../../base/html.js';
import type { CrossedColumns, CrossQuestion } from '../../core/results/cross-table-report.js';
import { csvRow } from '../../http/spreadsheets/csv.js';
import type { CrossTable } from '../../shared/contract/resources.js';
import { count } from '../components.js';
import { number } from '../numbers.js';
import { percent } from '../owner-localizer.js';
import { questionForm } from './question-form.js';
import { resultTool } from './result-tool.js';
import { type ResultsQuery, toQueryString } from './results-query.js';

/** The two questions of a cross table. */
export interface CrossChoice {
  /** Null: none, or not both. */
  readonly crossed: { readonly rows: CrossQuestion; readonly columns: CrossQuestion } | null;
  /** Why the chosen questions have no table. */
  readonly problem: string | null;
}

/** Returns the questions that a query chooses for a cross table. */
export function chosenQuestions(query: CrossedColumns, questions: readonly CrossQuestion[]): CrossChoice {
  if (query.rows === '' && query.columns === '') return { crossed: null, problem: null };
  const find = (wanted: string) => questions.find(({ id }) => id === wanted);
  const [rows, columns] = [find(query.rows), find(query.columns)];
  if (!rows || !columns) return { crossed: null, problem: 'Choose two questions from the lists.' };
  if (rows === columns) return { crossed: null, problem: 'Choose two different questions.' };
  return { crossed: { rows, columns }, problem: null };
}

/** A cross table on the page with the results. */
export interface ShownCrossTable {
  readonly path: string;
  readonly query: ResultsQuery;
  readonly questions: readonly CrossQuestion[];
  readonly choice: CrossChoice;
  /** Null if no questions were chosen. */
  readonly table: CrossTable | null;
}

/** The cross table of two questions, folded until they are chosen. Null if there are no two questions with options. */
export function crossTableTool({ path, query, questions, choice, table }: ShownCrossTable): Html | null {
  if (questions.length < 2) return null;
  const { problem } = choice;
  const selects = [
    { name: 'rows', label: 'Rows' },
    { name: 'columns', label: 'Columns' },
  ] as const;
  return resultTool({
    id: 'cross',
    title: 'Two questions side by side',
    about: 'How people with the same answer to one question answered another one.',
    isOpen: query.rows !== '' || query.columns !== '',
    content: html`${questionForm({ path, section: 'cross', query, questions, selects, problem, button: 'Show table' })}
${table && tableView(table, `${path}/cross.csv${toQueryString(query)}`)}`,
  });
}

function tableView(found: CrossTable, fileUrl: string): Html {
  const { row_question: rows, column_question: columns } = found;
  if (found.answers === 0) return html`<p class="muted">Nobody has answered both questions.</p>`;
  const name = `${rows.label} by ${columns.label}`;
  const head = found.columns.map(({ label }) => html`<th scope="col" dir="auto">${label}</th>`);
  const body = found.rows.map(
    ({ label, answers, counts }) =>
      html`<tr><th scope="row" dir="auto">${label}</th>${counts.map((both) => html`<td>${answers === 0 ? '–' : percent(both / answers)}<span class="cross-count">${number(both)}</span></td>`)}<td>${number(answers)}</td></tr>`,
  );
  const all = found.columns.map(
    ({ answers }) =>
      html`<td>${percent(answers / found.answers)}<span class="cross-count">${number(answers)}</span></td>`,
  );
  return html`<p class="muted">${count(found.answers, 'answer', 'answers')} to both questions. Percentages are of the answers in the row.${notes(found)}</p>
<div class="cross-scroll" tabindex="0" role="region" aria-label="${name}"><table class="cross-table"><caption>Columns: <bdi>${columns.label}</bdi></caption>
<thead><tr><th scope="col" dir="auto">${rows.label}</th>${head}<th scope="col">Answers</th></tr></thead>
<tbody>${body}</tbody><tfoot><tr><th scope="row">All</th>${all}<td>${number(found.answers)}</td></tr></tfoot></table></div>
<p><a href="${fileUrl}" download>Download CSV<span class="unseen">: ${name}</span></a></p>`;
}

function notes({ grouped_rows, grouped_columns, oldest_left_out }: CrossTable): string {
  const grouped = grouped_rows + grouped_columns;
  return [
    ...(grouped > 0 ? [` “Others” includes ${count(grouped, 'option', 'options')} without a row or column.`] : []),
    ...(oldest_left_out ? [' Only the newest answers are counted.'] : []),
  ].join('');
}

/** Returns a cross table as a CSV file: the counts, with the totals of rows and columns. */
export function crossTableFile({ row_question: question, columns, rows, answers }: CrossTable): string {
  return [
    csvRow([question.label, ...columns.map(({ label }) => label), 'Answers']),
    ...rows.map((row) => csvRow([row.label, ...row.counts, row.answers])),
    csvRow(['All', ...columns.map((column) => column.answers), answers]),
  ].join('');
}
