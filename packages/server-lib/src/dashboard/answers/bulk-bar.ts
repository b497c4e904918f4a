import { type Html, html } from '../../base/html.js';
import { type AnswerPageQuery, writeAnswersQuery } from './answers-query.js';
import { hasAnswerFilters } from './filter-chips.js';

/** The data of the bar below the table of answers. */
export interface BulkBar {
  /** The path of the page. */
  readonly path: string;
  readonly query: AnswerPageQuery;
  /** The number of all answers. */
  readonly total: number;
  /** Whether more answers match than the page shows. */
  readonly hasMore: boolean;
}

/** What can be done with the selected answers, or with all that match the filters. */
export function bulkBar({ path, query, total, hasMore }: BulkBar): Html {
  return html`<div class="answer-bulk">${hasMore && scopeChoice(query, total)}
<div class="bulk-line"><label class="unseen" for="bulk-tags">Tags to add or remove</label><input id="bulk-tags" name="tags" type="text" dir="auto" placeholder="Tags, separated by commas" required><button class="button small" name="do" value="add">Add tags</button><button class="button small" name="do" value="remove">Remove tags</button><button class="button small" name="do" value="delete" formnovalidate>Delete …</button></div>
<p class="bulk-more">${deletesMore(path, query)}</p></div>`;
}

/** The choice between the selected answers and all. A script shows it when all answers of the page are selected. */
function scopeChoice(query: AnswerPageQuery, total: number): Html {
  const all = hasAnswerFilters(query)
    ? 'All answers that match these filters'
    : `All ${total.toLocaleString('en')} answers`;
  return html`<fieldset class="bulk-scope" data-bulk-scope><legend class="unseen">Answers to change</legend><label class="check-line"><input type="radio" name="scope" value="selected" checked><span>Selected answers</span></label><label class="check-line"><input type="radio" name="scope" value="matching"><span>${all}</span></label></fieldset>`;
}

/** The link to delete all answers, or those of the person whose answers are shown. */
function deletesMore(path: string, { voter_ref, respondent }: AnswerPageQuery): Html {
  if (respondent !== '')
    return html`<a href="${path}/delete?${String(new URLSearchParams({ respondent, matching: 'true' }))}">Delete all answers of this user</a>`;
  return voter_ref === ''
    ? html`<a href="${path}/delete?all=true">Delete all answers</a>`
    : html`<a href="${path}/delete?voter_ref=${voter_ref}&amp;matching=true">Delete all answers of this visitor</a>`;
}

/** The checkbox that selects all answers of a page. It needs a script. */
export const selectPage: Html = html`<label class="check-line" data-select-page hidden><input type="checkbox"><span>Select all on this page</span></label>`;

/** The address to which the form of the table is sent. */
export const bulkAction = (path: string, query: AnswerPageQuery): string =>
  `${path}/actions${writeAnswersQuery(query)}`;
