import { Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
import { askPath } from '../home/ask-path.js';
import { type AllowedParts, isTypeAllowed } from './allowed-parts.js';
import { actionButton } from './control-html.js';
import { itemListOf, itemTypes, partOf } from './definition-parts.js';
import { type DefinitionView, itemTitle } from './definition-view.js';
import { describeConditions, shortLabel } from './describe-conditions.js';
import { namesOf } from './draft-conditions.js';
import { textsQuery } from './editor-context.js';
import { valueText } from './member-texts.js';
import { namedDraft } from './named-draft.js';
import { itemsOf, textOf } from './render-member.js';

/** The definition of the outline, and what is edited. */
interface OutlineView extends Pick<DefinitionView, 'base' | 'ask'> {
  readonly draft: JsonObject;
  readonly issues: readonly Issue[];
  /** The ID of the question or field that is edited. */
  readonly item: string | undefined;
  /** The number of items before the one that is about to be added. Undefined: no type is being chosen. */
  readonly place?: number | undefined;
  readonly allowed?: AllowedParts | undefined;
}

/** The name of the query parameter with the place of a new item. */
export const placeParam = 'add';

const rowsId = 'outline-rows';

/** Only for pointers: the buttons next to it do the same. */
const dragHandle = html`<span class="drag-handle" data-handle aria-hidden="true" title="Drag to move">${icons.grip}</span>`;

/** A question or field of the outline. */
interface Row {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  /** The number of the page that the row starts. Null: it starts no page. */
  readonly page: number | null;
  readonly rule: string | null;
  readonly isFaulty: boolean;
}

/** The questions or fields of a definition by page, with the buttons that move, copy, remove and add them. */
export function editorOutline(view: OutlineView): Html {
  const { base, ask, item, issues } = view;
  const draft = namedDraft(view.draft);
  const list = itemListOf(ask.kind);
  const path = askPath(base, ask.id, 'edit');
  const texts = partOf(ask.kind, 'content').members.filter(({ name }) => name !== list);
  const areTextsFaulty = texts.some(({ name }) => isFaultyAt(issues, name));
  const head = html`<a class="outline-head" href="${path}${list !== null && textsQuery}"${item === undefined && html` aria-current="true"`}>${list === null ? 'Question and options' : 'Title and description'}${areTextsFaulty && faultMark}</a>`;
  if (list === null) return html`<nav aria-label="Parts">${head}</nav>`;
  const rows = rowsOf(draft, list, issues);
  const listed = Html.block('ol', rowsId, { rows, list, path, item }, renderRows);
  return html`<nav aria-label="Parts">${head}${listed}</nav>
${addPanel(view, { rows, list })}`;
}

/** The rows with the path of the page, and the ID of the edited item. */
interface RowList {
  readonly rows: readonly Row[];
  readonly list: string;
  readonly path: string;
  readonly item: string | undefined;
}

function renderRows({ rows, list, path, item }: RowList): Html {
  const hasPages = rows.some(({ page }) => page !== null);
  const last = rows.length - 1;
  const items = rows.map((row, index) =>
    Html.block(
      'li',
      `row-${row.id}`,
      { ...row, index, list, path, isCurrent: row.id === item, isFirst: index === 0, isLast: index === last },
      renderRow,
    ),
  );
  return html`<ol class="outline-list${hasPages && ' paged'}" id="${rowsId}" data-list="${list}">${
    hasPages && rows[0]?.page === null && html`<li class="outline-page">Page 1</li>`
  }${items}</ol>`;
}

function rowsOf(draft: JsonObject, list: string, issues: readonly Issue[]): readonly Row[] {
  const items = itemsOf(draft[list]);
  const names = namesOf(draft);
  const isPage = (entry: JsonObject | undefined) => entry?.['type'] === 'page';
  let page = isPage(items[0]) ? 0 : 1;
  return items.map((entry, index) => {
    const at = `${list}.${index}`;
    const type = valueText('type', textOf(entry['type']));
    return {
      id: textOf(entry['id']),
      title: shortLabel(itemTitle(entry) || type),
      type,
      page: isPage(entry) ? ++page : null,
      rule: describeConditions(entry, names),
      isFaulty: isFaultyAt(issues, at),
    };
  });
}

function isFaultyAt(issues: readonly Issue[], path: string): boolean {
  return issues.some((issue) => issue.path.startsWith(`${path}.`) || issue.path === path);
}

const faultMark = html`<span class="outline-fault" title="Needs a change">${icons.alert}<span class="unseen">needs a change</span></span>`;

/** A row with its place in the outline. */
interface PlacedRow extends Row {
  readonly index: number;
  readonly list: string;
  /** The path of the page. */
  readonly path: string;
  readonly isCurrent: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function renderRow(row: PlacedRow): Html {
  const { id, title, type, page, rule, isFaulty, index, list, path, isCurrent, isFirst, isLast } = row;
  const href = `${path}?item=${encodeURIComponent(id)}`;
  const at = `${list}.${index}`;
  const actions = [
    ...(isFirst ? [] : [{ action: `up:${at}`, icon: icons.up, label: 'Move up' }]),
    ...(isLast ? [] : [{ action: `down:${at}`, icon: icons.down, label: 'Move down' }]),
    { action: `copy:${at}`, icon: icons.copy, label: 'Duplicate' },
    { action: `remove:${at}`, icon: icons.trash, label: 'Remove' },
  ];
  const entries = actions.map(
    ({ action, label }) => html`<li><button name="do" value="${action}">${label}</button></li>`,
  );
  return html`<li class="outline-item${page !== null && ' outline-page'}${isCurrent && ' current'}" id="row-${id}" data-item="${index}">${!(isFirst && isLast) && dragHandle}<a href="${href}" title="${title}"${isCurrent && html` aria-current="true"`}><span class="outline-name">${
    page !== null && html`<span class="outline-number">Page ${page}</span>`
  }<span class="outline-title" dir="auto">${title}</span>${rule !== null && html`<span class="outline-rule" title="${rule}">${icons.branch}<span class="unseen">${rule}</span></span>`}${isFaulty && faultMark}</span>${page === null && html`<span class="outline-type">${type}</span>`}</a><span class="row-buttons">${actions.map(({ action, icon, label }) => actionButton(action, icon, label, title))}</span><details class="confirm menu row-menu"><summary class="icon-button">${icons.more}<span class="unseen">Actions for ${title}</span></summary><ul class="menu-list">${entries}<li><a href="${href}&${placeParam}=${index + 1}">Add below …</a></li></ul></details><a class="add-here" href="${href}&${placeParam}=${index + 1}" title="Add below">${icons.plus}<span class="unseen">Add below ${title}</span></a></li>`;
}

/** The place of a new item. */
interface AddPanel extends Pick<OutlineView, 'allowed'> {
  readonly kind: OutlineView['ask']['kind'];
  readonly list: string;
  /** The number of items before it. Null: it comes last. */
  readonly at: number | null;
  /** The title of the item before it. */
  readonly after: string | undefined;
  readonly isOpen: boolean;
}

const addPanelId = 'outline-add';

/** The types of a new question or field. It comes after the chosen one. */
function addPanel(
  { item, place, allowed, ask: { kind } }: OutlineView,
  { rows, list }: Pick<RowList, 'rows' | 'list'>,
): Html {
  const chosen = rows.findIndex(({ id }) => id === item);
  const at = Math.min(place ?? (chosen === -1 ? rows.length : chosen + 1), rows.length);
  const isLast = at === rows.length;
  const panel = {
    kind,
    list,
    at: isLast ? null : at,
    after: rows[at - 1]?.title,
    isOpen: place !== undefined,
    allowed,
  };
  return Html.block('details', addPanelId, panel, renderAddPanel);
}

function renderAddPanel({ kind, list, at, after, isOpen, allowed }: AddPanel): Html {
  const action = (type: string) => `add:${list}:${type}${at === null ? '' : `:${at}`}`;
  const types = itemTypes(kind)
    .filter((type) => isTypeAllowed(allowed, type))
    .map(
      (type) => html`<button class="type-button" name="do" value="${action(type)}">${valueText('type', type)}</button>`,
    );
  return html`<details class="confirm add-item" id="${addPanelId}"${isOpen && html` open`}><summary class="button small">${icons.plus}Add ${list === 'questions' ? 'question' : 'field'}</summary><div class="type-list"><p class="type-place">${
    at === null || after === undefined ? 'At the end' : html`After “<span dir="auto">${after}</span>”`
  }</p>${types}</div></details>`;
}
