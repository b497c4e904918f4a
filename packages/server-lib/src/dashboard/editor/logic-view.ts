import { Html, html } from '../../base/html.js';
import type { PathCounts } from '../../kinds/form/path-counts.js';
import { icons } from '../../web/ui/icons.js';
import { count } from '../components.js';
import { askPath } from '../home/ask-path.js';
import type { SubmittedForm } from '../submitted-form.js';
import { actionButton } from './control-html.js';
import { namesOf } from './draft-conditions.js';
import type { EditedAsk, EditedCopy, ReviewedDraft } from './edited-ask.js';
import { type FlowField, flowFields } from './flow-fields.js';
import { formMap } from './form-map.js';
import { type EntryPage, fieldEntries, firstPageJump, formEntries, jumpButton, sentence } from './logic-entries.js';
import { shownWarnings, warningText } from './logic-warnings.js';
import { namedDraft } from './named-draft.js';
import { itemsOf } from './render-member.js';
import { triedFields, triedQuery } from './tried-answers.js';
import { triedWay, tryPanel } from './try-panel.js';

/** The data of the page with the conditions of a form. */
export interface LogicView {
  readonly base: string;
  readonly ask: EditedAsk;
  /** The ID of the field whose condition is edited. */
  readonly item: string | undefined;
  readonly copy: EditedCopy;
  readonly review: ReviewedDraft;
  /** The date in UTC. */
  readonly today: string;
  readonly pathCounts?: PathCounts | null;
  /** The answers that the owner tries. */
  readonly query: SubmittedForm;
}

/** The parts of the page: the answers to try, the fields with their conditions, and the other parts of the logic. */
interface LogicParts {
  readonly lead: Html;
  /** A separate form. */
  readonly tryPanel: Html;
  /** The pages and endings, in order. Null if there is only one page and no ending. */
  readonly map: Html | null;
  readonly flow: Html;
}

/**
 * Returns the logic of a form.
 *
 * @param controls The controls of the part that is edited.
 */
export function logicParts(view: LogicView, controls: Html): LogicParts {
  const { base, ask, item, copy, review, query } = view;
  const draft = namedDraft(copy.draft);
  const names = namesOf(draft);
  const warnings = shownWarnings(draft, review.warnings);
  const drafts = itemsOf(draft['fields']);
  const fields = flowFields(drafts, names, review.issues, warnings);
  const tried = triedQuery(query, triedFields(drafts));
  const way = tried === '' ? null : triedWay(draft, query, view.today);
  const visible = new Set(way?.shown.map(({ id }) => id));
  const sections = sectionsOf(fields);
  const path = askPath(base, ask.id, 'logic');
  const entries: EntryPage = { draft, names, item, path, tried, controls, issues: review.issues, warnings };
  const page: FlowPage = { view, edit: askPath(base, ask.id, 'edit'), path, tried, visible, controls, entries };
  const counted = fields.filter(({ isPage }) => !isPage);
  const conditional = sections.flatMap(conditionalIn).length;
  const shown = counted.filter(({ id }) => visible.has(id)).length;
  const total = count(counted.length, 'field', 'fields');
  const result = `With these answers, ${shown} of ${total} ${shown === 1 ? 'shows' : 'show'}.`;
  const lead = html`<p class="lead">${
    conditional === 0
      ? 'All fields always show. Add a condition to show a field only after certain answers.'
      : `Conditions decide who sees which field. ${conditional} of ${total} ${conditional === 1 ? 'shows' : 'show'} only after certain answers.`
  }${sections.length > 1 && ' A jump skips to a later page or to an ending.'} <a class="to-try" href="#try">Try it</a></p>`;
  return {
    lead,
    tryPanel: tryPanel({ action: path, item, draft, query, way, result }),
    map: formMap(draft, names, warnings, view.pathCounts ?? null),
    flow: html`${tried !== '' && html`<input type="hidden" name="tried" value="${tried}">`}${sections.map((section, at) => renderSection(page, section, at + 1, sections.length))}${Html.lazy(() => formEntries(entries))}`,
  };
}

/** The data that the rows of the flow share. */
interface FlowPage {
  readonly view: LogicView;
  readonly edit: string;
  readonly path: string;
  readonly tried: string;
  readonly visible: ReadonlySet<string>;
  readonly controls: Html;
  readonly entries: EntryPage;
}

/** Divides the fields into the pages of the form. */
function sectionsOf(fields: readonly FlowField[]): FlowField[][] {
  const sections: FlowField[][] = [];
  for (const field of fields) {
    if (field.isPage || sections.length === 0) sections.push([field]);
    else sections.at(-1)?.push(field);
  }
  return sections;
}

/** Returns the fields of a page that do not always show. The condition of a page applies to all its fields. */
function conditionalIn(section: readonly FlowField[]): FlowField[] {
  const isPageConditional = section[0]?.isPage && section[0].rule !== null;
  return section.filter(({ isPage, rule }) => !isPage && (isPageConditional || rule !== null));
}

function renderSection(page: FlowPage, section: readonly FlowField[], number: number, pages: number): Html {
  const rows = section.map((field) => Html.lazy(() => row(page, field, number)));
  const [first] = section;
  // A form can start without a page field. Its first page then has no row of its own.
  const name =
    pages > 1 &&
    !first?.isPage &&
    html`<div class="flow-head flow-start"><span class="flow-title">Page ${number}</span><span class="flow-actions">${firstPageJump}</span></div>`;
  return html`${name}<ol class="flow${first?.isPage && ' flow-page'}">${rows}</ol>`;
}

function row(page: FlowPage, field: FlowField, pageNumber: number): Html {
  const { id, index, title, type, rule, required, canDepend } = field;
  const { view, edit, path, tried, visible, controls, entries } = page;
  const isOpen = id === view.item;
  const at = `fields.${index}.show_if`;
  const query = (item: string) => [item, tried].filter((part) => part !== '').join('&');
  const own = query(`item=${encodeURIComponent(id)}`);
  const toggle = isOpen
    ? html`<a class="button small" href="${path}?${query('')}#field-${id}" aria-expanded="true">Done<span class="unseen"> with the condition of ${title}</span></a>`
    : html`<a class="quiet-action" href="${path}?${own}#condition" aria-expanded="false">${rule === null ? 'Add condition' : 'Change'}<span class="unseen"> ${rule === null ? 'to' : 'the condition of'} ${title}</span></a>`;
  const elementId = `field-${id}`;
  const facts = [
    rule !== null && !isOpen && html`<p class="flow-rule" dir="auto">${sentence(rule)}</p>`,
    required !== null && html`<p class="flow-rule" dir="auto">${sentence(`Required if ${required}.`)}</p>`,
    ...field.faults.map((text) => html`<p class="fault">${icons.alert}<span>${text}</span></p>`),
    ...field.warnings.map(warningText),
  ].filter((fact) => fact !== false);
  const parts = fieldEntries(entries, index, isOpen);
  const isQuiet = facts.length === 0 && parts === null && !isOpen;
  const notes = tried !== '' && !visible.has(id) ? [...facts, hidden] : facts;
  const element = html`<li class="flow-field${field.isPage && ' flow-break'}${isQuiet ? ' quiet' : ' conditional'}" id="${elementId}"><div class="flow-head"><span class="flow-title"><a href="${edit}?item=${encodeURIComponent(id)}" dir="auto">${title}</a> <span class="outline-type">${type}${field.isPage && ` ${pageNumber}`}</span></span><span class="flow-actions">${
    field.isPage && jumpButton(index)
  }${rule !== null && !isOpen && actionButton(`remove:${at}`, icons.trash, 'Remove the condition', html`of ${title}`)}${(canDepend || rule !== null) && toggle}</span></div>
${decides(field)}${notes.length > 0 && html`<div class="flow-facts" id="facts-${id}">${notes}</div>`}${isOpen && html`<div class="flow-edit" id="condition" tabindex="-1">${controls}</div>`}${parts}${isOpen && rule !== null && alwaysShowButton(at, field)}</li>`;
  // What is typed into fields is not in their markup.
  return isOpen || view.item?.startsWith(`fields.${index}.`)
    ? element
    : Html.block('li', elementId, { element }, () => element);
}

/** The button that removes the condition of the field that is edited. */
function alwaysShowButton(at: string, { title, isPage }: FlowField): Html {
  return html`<p><button class="quiet-action bad" name="do" value="remove:${at}">Always show this ${isPage ? 'page' : 'field'}<span class="unseen">: ${title}</span></button></p>`;
}

/** Marks a field that the answers which are tried do not show. */
const hidden = html`<span class="badge off">Not shown in “Try it”</span>`;

/** The maximum number of named fields. */
const maxNamed = 3;

function decides({ decides: dependents }: FlowField): Html | null {
  if (dependents.length === 0) return null;
  const named = dependents.slice(0, maxNamed).map(({ id, title }, index) => {
    const separator = index === 0 ? '' : index === dependents.length - 1 ? ' and ' : ', ';
    return html`${separator}“<a href="#field-${id}" dir="auto">${title}</a>”`;
  });
  const more = dependents.length - named.length;
  return html`<p class="flow-decides">Decides whether ${named}${more > 0 && ` and ${count(more, 'other field', 'other fields')}`} ${dependents.length === 1 ? 'is' : 'are'} shown.</p>`;
}
