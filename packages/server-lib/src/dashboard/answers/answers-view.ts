import { turnForLongWork } from '../../base/event-loop.js';
import { type Html, html } from '../../base/html.js';
import { runInTurns, type Steps } from '../../base/steps.js';
import { truncate } from '../../base/truncate.js';
import type { AnswerCount } from '../../core/answers/answer-search.js';
import { icons } from '../../web/ui/icons.js';
import type { ListedPage } from '../asks/owner-ask.js';
import { count, empty, type TableColumn, table, time } from '../components.js';
import { number } from '../numbers.js';
import { type AnswerTableColumn, defaultColumns, type ReadAnswer, tagsColumn, timeColumn } from './answer-table.js';
import {
  type AnswerPageQuery,
  type FilterParams,
  noFilter,
  readColumnOrder,
  writeAnswersQuery,
  writeColumnOrder,
} from './answers-query.js';
import { hasAnswerFilters } from './filter-chips.js';
import { filterView } from './filter-view.js';

/** The checkbox that selects all answers of a page. It needs a script. */
const selectPage: Html = html`<label class="check-line" data-select-page hidden><input type="checkbox"><span>Select all on this page</span></label><span class="answer-count" role="status" data-selected-count></span>`;

/** The address to which the form of the table is sent. */
const bulkAction = (path: string, query: AnswerPageQuery): string => `${path}/actions${writeAnswersQuery(query)}`;

/** The maximum number of columns of a table. */
const maxColumns = 20;
/** The number of columns besides the time and the tags that narrow windows show, unless columns are chosen. */
const narrowColumnCount = 4;
/** The maximum length of a text in the table. The page of an answer has all of it. */
const maxCellLength = 200;

/** The data of the page with the answers of an ask. */
export interface AnswersView {
  /** The path of the page. */
  readonly path: string;
  /** The account of the owner. The work of the page counts for it. */
  readonly account: number;
  readonly query: AnswerPageQuery;
  readonly columns: readonly AnswerTableColumn[];
  readonly found: ListedPage;
  readonly answers: readonly ReadAnswer[];
  /** The number of all answers. */
  readonly total: number;
  /** The number of matching answers. Null without filters. */
  readonly matching: AnswerCount | null;
  /** The position of the first answer of the page in the list, from 1. A link has it, so that it is only shown. */
  readonly first: number;
  /** Whether this is not the first page. */
  readonly isContinued: boolean;
  /** Whether the filter has fields for another condition. */
  readonly addsCondition: boolean;
  /** The languages of the ask. */
  readonly languages: readonly string[];
  /** The path of the page with the link to the ask. */
  readonly sharePath: string;
}

/** The answers of an ask in a table, with filters. */
export async function answersView(view: AnswersView): Promise<Html> {
  const { path, account, query, columns, answers, isContinued, addsCondition } = view;
  const isEmpty = answers.length === 0;
  if (isEmpty && !isContinued && !addsCondition && !hasAnswerFilters(query)) return noAnswers(view.sharePath);
  const shown = await shownColumns(view);
  const filled = filledColumns(view, shown);
  const wideOnly = wideOnlyColumns(query, columns, filled);
  const rows = await tableRows(view, filled);
  await turnForLongWork(account);
  const filter = filterView({
    path,
    query,
    columns,
    shown: shown.map(({ id }) => id),
    addsCondition,
    languages: view.languages,
  });
  return html`${filter}
${partialNote(view)}
${isEmpty ? nothingFound(view) : answerList(view, { shown: filled, wideOnly }, rows)}
<div class="answer-foot">${pager(view)}${!isEmpty && deletesMore(view)}</div>`;
}

/**
 * Returns the chosen columns that exist, and the columns of the conditions, in the order of the table. The first column with
 * values leads to the answers, and the time is next to it. Tags do not name an answer.
 */
async function shownColumns(view: AnswersView): Promise<readonly AnswerTableColumn[]> {
  const {
    query: { columns: chosen, conditions },
    columns,
  } = view;
  const ids = new Set(chosen.length === 0 ? defaultColumns(columns) : chosen);
  for (const { field } of conditions) ids.add(field);
  const shown = columns.filter(({ id }) => id !== timeColumn && ids.has(id)).slice(0, maxColumns);
  const lead = await runInTurns(findLead(view, shown), () => turnForLongWork(view.account));
  const time = columns.filter(({ id }) => id === timeColumn);
  return [...(lead ? [lead] : []), ...time, ...shown.filter((column) => column !== lead)];
}

/** Finds the first column with values. Parsing one of the largest answers takes almost a millisecond. */
function* findLead(
  { columns, answers }: AnswersView,
  shown: readonly AnswerTableColumn[],
): Steps<AnswerTableColumn | undefined> {
  for (const column of shown.filter(({ id }) => id !== tagsColumn)) {
    const index = columns.indexOf(column);
    for (const answer of answers) {
      if (answer.cell(index) !== null) return column;
      yield;
    }
  }
  return undefined;
}

/** Returns the columns without the tags, if no answer of the page has any and the owner did not choose the columns. */
function filledColumns(
  { query, answers }: AnswersView,
  shown: readonly AnswerTableColumn[],
): readonly AnswerTableColumn[] {
  const hasTags = query.columns.length > 0 || answers.some(({ tags }) => tags.length > 0);
  return hasTags ? shown : shown.filter(({ id }) => id !== tagsColumn);
}

/** Returns the IDs of the columns that only wide windows show. What the owner chose, filters and sorts by is always shown. */
function wideOnlyColumns(
  { columns: chosen, conditions, sort }: AnswerPageQuery,
  columns: readonly AnswerTableColumn[],
  shown: readonly AnswerTableColumn[],
): ReadonlySet<string> {
  if (chosen.length > 0) return new Set();
  const order = readColumnOrder(sort, columns);
  const used = new Set([
    timeColumn,
    tagsColumn,
    order && columns[order.column]?.id,
    ...conditions.map(({ field }) => field),
  ]);
  const others = shown.filter(({ id }) => !used.has(id));
  return new Set(others.slice(narrowColumnCount).map(({ id }) => id));
}

function noAnswers(sharePath: string): Html {
  return empty({
    icon: icons.form,
    title: 'No answers yet',
    text: 'Each answer appears here as soon as it is given.',
    action: html`<a class="button primary" href="${sharePath}">Share</a>`,
  });
}

/** The positions of the answers of the page among those that match: `26–50 of 1,204 answers`. */
function rangeWords({ answers, first, matching, total }: AnswersView, hiddenColumns: number): Html {
  const more =
    hiddenColumns > 0 && html` <span class="narrow-only">· ${count(hiddenColumns, 'column', 'columns')} hidden</span>`;
  const range = `${number(first)}–${number(first + answers.length - 1)}`;
  if (matching === null)
    return html`<p class="answer-range">${range} of ${count(total, 'answer', 'answers')}${more}</p>`;
  // Answers that come in between two pages move the others.
  const found = Math.max(matching.count, first + answers.length - 1);
  const of = matching.isCut ? `at least ${number(found)} matching answers` : `${number(found)} matching`;
  return html`<p class="answer-range">${range} of ${of}${!matching.isCut && html` <span class="muted">(${count(total, 'answer', 'answers')} in all)</span>`}${more}</p>`;
}

function partialNote({ found: { sorted } }: AnswersView): Html | null {
  if (sorted === null) return null;
  return html`<p class="help" role="status">There are many answers. Only the newest ${number(sorted)} were sorted. Exports have older ones after them, by time.</p>`;
}

function nothingFound({ found, path }: AnswersView): Html {
  if (found.isCut)
    return html`<p class="found-none" role="status">Nothing found so far. Not all answers have been searched.</p>`;
  const nothing = empty({
    icon: icons.form,
    title: 'No answers found',
    text: 'No answer matches the search and the filters.',
    action: html`<a class="button" href="${path}">Show all answers</a>`,
  });
  return html`<div class="found-none" role="status">${nothing}</div>`;
}

/** Returns the cells of each answer. Parsing one of the largest takes almost a millisecond, so other work runs between them. */
async function tableRows(
  { path, account, query, columns, answers }: AnswersView,
  shown: readonly AnswerTableColumn[],
): Promise<Html[][]> {
  const indexes = shown.map((column) => columns.indexOf(column));
  const rows: Html[][] = [];
  for (const answer of answers) {
    await turnForLongWork(account);
    const [lead, ...cells] = indexes.map((index) => cellView(answer, index, columns[index]));
    rows.push([rowHead(answer, `${path}/${answer.id}${writeAnswersQuery(query)}`, lead), ...cells]);
  }
  return rows;
}

/** The columns of the table, and those that only wide windows show. */
interface ShownColumns {
  readonly shown: readonly AnswerTableColumn[];
  readonly wideOnly: ReadonlySet<string>;
}

function answerList(view: AnswersView, { shown, wideOnly }: ShownColumns, rows: readonly Html[][]): Html {
  const { path, query, columns } = view;
  const heads = columnHeads(path, query, columns, { shown, wideOnly });
  return html`<form class="answers" method="post" action="${bulkAction(path, query)}">
<div class="answer-bar">${selectPage}${bulkBar(view)}${rangeWords(view, wideOnly.size)}</div>
<div class="table-scroll" role="region" aria-label="Answers" tabindex="0">${table('Answers', heads, rows, 'dense')}</div>
</form>`;
}

function rowHead(answer: ReadAnswer, href: string, lead: Html | undefined): Html {
  return html`<span class="answer-pick"><input type="checkbox" name="answer" value="${answer.id}" aria-label="Select the answer of ${answer.createdAt.slice(0, 19).replace('T', ' ')}"><a class="name" href="${href}">${lead}</a></span>`;
}

function cellView(answer: ReadAnswer, index: number, column: AnswerTableColumn | undefined): Html {
  if (column?.id === tagsColumn) return tagList(answer.tags);
  if (column?.id === timeColumn) return time(answer.createdAt);
  const cell = answer.cell(index);
  return cell
    ? html`<span class="answer-text" dir="auto">${truncate(cell.text, maxCellLength)}</span>`
    : html`<span class="muted" aria-label="No answer">–</span>`;
}

/** The tags of an answer. */
function tagList(tags: readonly string[]): Html {
  return html`<span class="tags">${tags.map((tag) => html`<span class="tag" dir="auto">${tag}</span> `)}</span>`;
}

function pager({ path, query, found, answers, first: position, isContinued }: AnswersView): Html | null {
  const { next, isCut } = found;
  if (next === null && !isContinued) return null;
  const first = isContinued && html`<a class="button" href="${path}${writeAnswersQuery(query)}">First page</a>`;
  const href =
    next !== null && `${path}${writeAnswersQuery(query, { cursor: next, first: String(position + answers.length) })}`;
  return html`<nav class="actions pager" aria-label="Pages">${first}${href && html`<a class="button" href="${href}" rel="next">${isCut ? 'Continue searching' : 'Next page'}</a>`}</nav>`;
}

/** The actions for the selected answers, or for all answers that match the filters. Shown once an answer is selected. */
function bulkBar(view: AnswersView): Html {
  const hasMore = view.found.next !== null || view.isContinued;
  return html`<div class="answer-bulk">${hasMore && scopeChoice(view)}<span class="bulk-tags"><label class="unseen" for="bulk-tags">Tags to add or remove</label><input id="bulk-tags" name="tags" type="text" dir="auto" placeholder="Tags, separated by commas" required><button class="button small" name="do" value="add">Add tags</button><button class="button small" name="do" value="remove">Remove tags</button></span><button class="button small bad" name="do" value="delete" formnovalidate>Delete …</button></div>`;
}

/** The choice of all matching answers. A script shows it when all answers of the page are selected. */
function scopeChoice({ matching, total }: AnswersView): Html {
  const all = matching?.isCut ? 'that match' : number(matching?.count ?? total);
  return html`<label class="check-line" data-bulk-scope><input type="checkbox" name="scope" value="matching"><span>Select all ${all} on all pages</span></label>`;
}

/** The link to delete all answers, or all that match the filters. */
function deletesMore({ path, query, matching }: AnswersView): Html {
  const { voter_ref, respondent } = query;
  const link = (params: string, words: string) =>
    html`<a class="bad" href="${path}/delete${params}">Delete ${words}</a>`;
  const only = (filter: Partial<FilterParams>) =>
    writeAnswersQuery({ ...noFilter, ...filter, sort: 'newest', columns: [] }, { matching: 'true' });
  if (respondent !== '') return link(only({ respondent }), 'all answers of this user');
  if (voter_ref !== '') return link(only({ voter_ref }), 'all answers of this visitor');
  if (matching === null) return link('?all=true', 'all answers');
  const words = matching.isCut ? 'all matching answers' : `these ${count(matching.count, 'answer', 'answers')}`;
  return link(only(query), matching.count === 1 ? 'this answer' : words);
}

/** The heads of the table of answers. Each is a link that sorts by its column, and then in the other direction. */
function columnHeads(
  path: string,
  query: AnswerPageQuery,
  columns: readonly AnswerTableColumn[],
  { shown, wideOnly }: ShownColumns,
): readonly TableColumn[] {
  const order = readColumnOrder(query.sort, columns);
  const sorted = order && columns[order.column]?.id;
  const head = (label: string, sort: string): TableColumn => {
    const text = truncate(label, 80);
    const href = `${path}${writeAnswersQuery({ ...query, sort })}`;
    return {
      label: html`<span dir="auto">${text}</span>`,
      head: html`<a class="sort" href="${href}" dir="auto">${text}</a>`,
    };
  };
  return shown.map(({ id, label }): TableColumn => {
    if (id === timeColumn) {
      const isOldest = query.sort === 'oldest';
      const time = head('Time', order || isOldest ? 'newest' : 'oldest');
      return order ? time : { ...time, sort: isOldest ? 'ascending' : 'descending' };
    }
    const isWideOnly = wideOnly.has(id);
    if (!order || id !== sorted) return { ...head(label, writeColumnOrder(id, 'ascending')), isWideOnly };
    const other = order.direction === 'ascending' ? 'descending' : 'ascending';
    return { ...head(label, writeColumnOrder(id, other)), sort: order.direction };
  });
}
