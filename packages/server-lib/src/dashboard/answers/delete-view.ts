import { type Html, html } from '../../base/html.js';
import type { AnswerCount } from '../../core/answers/answer-search.js';
import { count } from '../components.js';
import type { AnswerTableColumn } from './answer-table.js';
import { type AnswerPageQuery, writeAnswersQuery } from './answers-query.js';
import { filterTexts } from './filter-chips.js';
import { hidden } from './filter-parts.js';
import { progressInputs } from './progress-view.js';

/** The answers that are deleted after a confirmation. */
export type Confirmation =
  | { readonly type: 'all' }
  | { readonly type: 'selected'; readonly ids: readonly string[]; readonly summaries: readonly Html[] }
  | {
      readonly type: 'matching';
      /** The ID of the latest answer. Answers that arrive after the confirmation page was shown are kept. */
      readonly upTo: string;
      readonly counted: AnswerCount;
      readonly columns: readonly AnswerTableColumn[];
    };

/** Says which answers are deleted, and asks for confirmation. */
export function confirmationView(path: string, query: AnswerPageQuery, confirmation: Confirmation): Html {
  const list = `${path}${writeAnswersQuery(query)}`;
  if (confirmation.type === 'matching' && confirmation.counted.count === 0 && !confirmation.counted.isCut)
    return html`<section class="card"><h2>No answers match</h2><p>No answer matches these filters.</p><p class="actions"><a class="button" href="${list}">Back to the answers</a></p></section>`;
  const { title, action, submit, inputs, details, isOne = false } = parts(query, confirmation);
  return html`<section class="card deletion"><h2>${title}</h2>
${details}
<p>What happens:</p>
<ul class="bulleted">${(isOne ? consequences.one : consequences.many).map((text) => html`<li>${text}</li>`)}</ul>
<form method="post" action="${path}${action}">${inputs}
<div class="actions"><button class="button danger">${submit}</button><a class="button" href="${list}">Cancel</a></div></form></section>`;
}

/** What happens when one answer or several are deleted. */
const consequences = {
  one: [
    'The answer is deleted with its tags and note. This cannot be undone.',
    'The results no longer count it.',
    'Its visitor may answer again, and its ticket can be used again.',
  ],
  many: [
    'The answers are deleted with their tags and notes. This cannot be undone.',
    'The results no longer count them.',
    'Their visitors may answer again, and their tickets can be used again.',
  ],
};

interface Parts {
  readonly title: string;
  /** Where the form is sent, after the path of the answers. */
  readonly action: string;
  readonly submit: string;
  readonly inputs: Html;
  readonly details: Html | null;
  /** Whether it is certain that one answer is deleted. */
  readonly isOne?: boolean;
}

function parts(query: AnswerPageQuery, confirmation: Confirmation): Parts {
  switch (confirmation.type) {
    case 'all':
      return {
        title: 'Delete all answers?',
        action: '/delete',
        submit: 'Delete all answers',
        inputs: html`${hidden('all', 'true')}`,
        details: null,
      };
    case 'selected': {
      const answers = count(confirmation.ids.length, 'answer', 'answers');
      return {
        title: `Delete ${answers}?`,
        action: `/delete${writeAnswersQuery(query)}`,
        submit: `Delete ${answers}`,
        inputs: html`${confirmation.ids.map((id) => hidden('answer', id))}`,
        details: html`<ul class="deleted">${confirmation.summaries}</ul>`,
        isOne: confirmation.ids.length === 1,
      };
    }
    case 'matching':
      return matchingParts(query, confirmation);
  }
}

function matchingParts(
  query: AnswerPageQuery,
  { upTo, counted, columns }: Extract<Confirmation, { type: 'matching' }>,
): Parts {
  const { count: n, isCut } = counted;
  const isOne = n === 1 && !isCut;
  const answers = isCut ? 'all matching answers' : count(n, 'answer', 'answers');
  const total = isCut ? null : n;
  const filters = filterTexts(query, columns).map(([text]) => html`<li>${text}</li>`);
  const atLeast =
    isCut &&
    html`<p>At least ${count(n, 'answer matches', 'answers match')}. Not all answers were searched to count them.</p>`;
  return {
    title: `Delete ${answers}?`,
    action: `/matching${writeAnswersQuery(query)}`,
    submit: `Delete ${answers}`,
    inputs: progressInputs({ change: { change: 'delete' }, upTo, after: null, changed: 0, full: 0, total }),
    details: html`${atLeast}<p>${isOne ? 'The answer that matches' : 'All answers that match'} these filters:</p><ul class="bulleted">${filters}</ul>`,
    isOne,
  };
}

/** Says that no answers were selected. */
export function nothingSelected(listPath: string): Html {
  return html`<section class="card"><h2>No answers selected</h2><p>Select answers in the table first.</p><p class="actions"><a class="button" href="${listPath}">Back to the answers</a></p></section>`;
}
