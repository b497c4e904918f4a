import { type Html, html } from '../../base/html.js';
import { languageName } from '../../core/answers/language-names.js';
import type { Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
import { confirm, time } from '../components.js';
import { renderForm } from '../form.js';
import type { FormError } from '../form-error.js';
import { type AnswerTableColumn, isOwnColumn, type ReadAnswer } from './answer-table.js';
import { type AnswerPageQuery, noFilter, writeAnswersQuery } from './answers-query.js';

/** The data of the page of one answer. */
export interface AnswerView {
  /** The path of the page with all answers. */
  readonly path: string;
  readonly query: AnswerPageQuery;
  readonly columns: readonly AnswerTableColumn[];
  readonly answer: ReadAnswer;
  /** The IDs of the answers next to it among those that match the filters. */
  readonly newer: string | null;
  readonly older: string | null;
  readonly values: Readonly<Record<string, string>>;
  readonly problem: FormError | undefined;
}

/** One answer with all questions, its tags and its note. */
export function answerView(view: AnswerView): Html {
  const { path, query, answer, newer, older } = view;
  const link = (id: string | null, rel: 'prev' | 'next', label: string) =>
    id !== null &&
    html`<a class="button small" href="${path}/${id}${writeAnswersQuery(query)}" rel="${rel}">${label}</a>`;
  return html`<div class="answer-head"><p class="crumb"><a href="${path}${writeAnswersQuery(query)}">${icons.back}<span>All answers</span></a></p>
<nav class="actions" aria-label="Answers">${link(newer, 'prev', 'Newer answer')}${link(older, 'next', 'Older answer')}</nav></div>
<div class="answer-layout">
<section aria-labelledby="answer-title"><h2 id="answer-title">Answer of ${time(answer.createdAt)}</h2>
<dl class="answer-facts">${answeredFacts(view)}</dl>
<dl class="facts answer-details">${detailFacts(view)}</dl></section>
<section aria-labelledby="note-title"><h2 id="note-title">Tags and note</h2>
${noteForm(view)}
<div class="section">${confirm({
    action: `${path}/${answer.id}/delete`,
    label: 'Delete answer',
    of: '',
    question:
      'The answer is deleted with its tags and note, and the results no longer count it. The visitor may answer again.',
    submit: 'Delete answer',
  })}</div></section>
</div>`;
}

/** The questions with what was answered. */
function answeredFacts({ columns, answer }: AnswerView): readonly Html[] {
  return columns.flatMap((column, index) => {
    if (!isOwnColumn(column)) return [];
    const cell = answer.cell(index);
    const text = cell
      ? html`<span class="answer-full" dir="auto">${cell.text}</span>`
      : html`<span class="muted">No answer</span>`;
    return [fact(html`<span dir="auto">${column.label}</span>`, text)];
  });
}

/** Who answered, in which language, and the ID. */
function detailFacts({ path, query, answer }: AnswerView): readonly Html[] {
  const { voterRef } = answer;
  const visitor =
    voterRef === null
      ? html`<span class="muted">Not recognized</span>`
      : html`<code class="answer-full">${voterRef}</code><br><a href="${path}${writeAnswersQuery({ ...query, ...noFilter, voter_ref: voterRef })}">All answers of this visitor</a>`;
  const language =
    answer.row.language === null
      ? html`<span class="muted">Not known</span>`
      : html`${languageName(answer.row.language)} <span class="muted">(${answer.row.language})</span>`;
  const { respondent } = answer.row;
  const user =
    respondent !== null &&
    html`<bdi class="answer-full">${respondent}</bdi><br><a href="${path}${writeAnswersQuery({ ...query, ...noFilter, respondent })}">All answers of this user</a>`;
  return [
    ...(user ? [fact(html`User`, user)] : []),
    fact(html`Language`, language),
    fact(html`Visitor`, visitor),
    fact(html`Answer ID`, html`<code class="answer-full">${answer.id}</code>`),
  ];
}

function fact(label: Html, value: Html): Html {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

function noteForm({ path, query, answer, values, problem }: AnswerView): Html {
  return renderForm({
    id: 'note',
    action: `${path}/${answer.id}/note${writeAnswersQuery(query)}`,
    fields: [
      { name: 'tags', label: 'Tags', help: 'Separated by commas. Visitors do not see tags and notes.' },
      { name: 'note', label: 'Note', kind: 'lines' },
    ],
    submit: 'Save',
    values,
    problem: problem && { ...problem, issues: problem.issues.map(ofOneTag) },
  });
}

/** The limit of the length is one of each tag, not of the whole field. */
function ofOneTag(issue: Issue): Issue {
  if (issue.path !== 'tags' || issue.code !== 'too_long') return issue;
  return { ...issue, message: `Use at most ${issue.params['max']} characters for each tag.` };
}
