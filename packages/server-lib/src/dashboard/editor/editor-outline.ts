import { Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
import { askPath } from '../home/ask-path.js';
import { type AllowedParts, isTypeAllowed } from './allowed-parts.js';
import { actionButton } from './control-html.js';
import { itemListOf, itemTypes } from './definition-parts.js';
import { type DefinitionView, itemTitle } from './definition-view.js';
import { describeConditions, shortLabel } from './describe-conditions.js';
import { fieldsById } from './draft-conditions.js';
import { valueText } from './member-texts.js';
import { itemsOf, textOf } from './render-member.js';

/** The definition of the outline, and what is edited. */
type OutlineView = Pick<DefinitionView, 'base' | 'ask' | 'copy' | 'review'> & {
  /** The ID of the question or field that is edited. */
  readonly item: string | undefined;
  /** The number of items before the one that is about to be added. Undefined: no type is being chosen. */
  readonly place?: number | undefined;
  readonly allowed?: AllowedParts | undefined;
};

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
export function editorOutline({ base, ask, item, copy, review, place, allowed }: OutlineView): Html {
  const list = itemListOf(ask.kind);
  const path = askPath(base, ask.id, 'edit');
  const head = html`<a class="outline-head" href="${path}"${item === undefined && html` aria-current="true"`}>${list === null ? 'Question and options' : 'Title and description'}</a>`;
  if (list === null) return html`<nav aria-label="Parts">${head}</nav>`;
  const rows = rowsOf(itemsOf(copy.draft[list]), list, review.issues);
  const hasPages = rows.some(({ page }) => page !== null);
  const items = rows.map((row, index) => renderRow({ row, index, list, path, count: rows.length, item }));
  const listed = html`<ol class="outline-list${hasPages && ' paged'}" id="${rowsId}" data-list="${list}">${
    hasPages && rows[0]?.page === null && html`<li class="outline-page">Page 1</li>`
  }${items}</ol>`;
  return html`<nav aria-label="Parts">${head}${Html.block(rowsId, listed)}</nav>
${addPanel({ kind: ask.kind, list, rows, item, place, allowed })}`;
}

function rowsOf(items: readonly JsonObject[], list: string, issues: readonly Issue[]): readonly Row[] {
  const byId = fieldsById(items);
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
      rule: describeConditions(entry, byId),
      isFaulty: issues.some((issue) => issue.path.startsWith(`${at}.`) || issue.path === at),
    };
  });
}

/** A row with its place in the outline. */
interface PlacedRow {
  readonly row: Row;
  readonly index: number;
  readonly list: string;
  /** The path of the page. */
  readonly path: string;
  /** The number of rows. */
  readonly count: number;
  readonly item: string | undefined;
}

function renderRow({ row, index, list, path, count, item }: PlacedRow): Html {
  const { id, title, type, page, rule, isFaulty } = row;
  const isCurrent = id === item;
  const href = `${path}?item=${encodeURIComponent(id)}`;
  const at = `${list}.${index}`;
  const actions = [
    ...(index > 0 ? [{ action: `up:${at}`, icon: icons.up, label: 'Move up' }] : []),
    ...(index < count - 1 ? [{ action: `down:${at}`, icon: icons.down, label: 'Move down' }] : []),
    { action: `copy:${at}`, icon: icons.copy, label: 'Duplicate' },
    { action: `remove:${at}`, icon: icons.trash, label: 'Remove' },
  ];
  const entries = actions.map(
    ({ action, label }) => html`<li><button name="do" value="${action}">${label}</button></li>`,
  );
  const elementId = `row-${id}`;
  const element = html`<li class="outline-item${page !== null && ' outline-page'}${isCurrent && ' current'}" id="${elementId}" data-item="${index}">${count > 1 && dragHandle}<a href="${href}" title="${title}"${isCurrent && html` aria-current="true"`}>${
    page !== null && html`<span class="outline-number">Page ${page}</span>`
  }<span class="outline-title" dir="auto">${title}</span>${rule !== null && html`<span class="outline-rule" title="${rule}">${icons.branch}<span class="unseen">${rule}</span></span>`}${
    isFaulty &&
    html`<span class="outline-fault" title="Needs a change">${icons.alert}<span class="unseen">needs a change</span></span>`
  }${page === null && html`<span class="outline-type">${type}</span>`}</a><span class="row-buttons">${actions.map(({ action, icon, label }) => actionButton(action, icon, label, title))}</span><details class="confirm menu row-menu"><summary class="icon-button">${icons.more}<span class="unseen">Actions for ${title}</span></summary><ul class="menu-list">${entries}<li><a href="${href}&${placeParam}=${index + 1}">Add below …</a></li></ul></details><a class="add-here" href="${href}&${placeParam}=${index + 1}" title="Add below">${icons.plus}<span class="unseen">Add below ${title}</span></a></li>`;
  return Html.block(elementId, element);
}

/** The rows of the outline, and where a new one is added. */
interface AddPanel extends Pick<OutlineView, 'item' | 'place' | 'allowed'> {
  readonly kind: OutlineView['ask']['kind'];
  readonly list: string;
  readonly rows: readonly Row[];
}

/** The types of a new question or field. It comes after the chosen one. */
function addPanel({ kind, list, rows, item, place, allowed }: AddPanel): Html {
  const chosen = rows.findIndex(({ id }) => id === item);
  const at = Math.min(place ?? (chosen === -1 ? rows.length : chosen + 1), rows.length);
  const before = rows[at - 1];
  const action = (type: string) => `add:${list}:${type}${at === rows.length ? '' : `:${at}`}`;
  const types = itemTypes(kind)
    .filter((type) => isTypeAllowed(allowed, type))
    .map(
      (type) => html`<button class="type-button" name="do" value="${action(type)}">${valueText('type', type)}</button>`,
    );
  return html`<details class="confirm add-item"${place !== undefined && html` open`}><summary class="button small">${icons.plus}Add ${list === 'questions' ? 'question' : 'field'}</summary><div class="type-list"><p class="type-place">${
    at === rows.length || !before ? 'At the end' : html`After “<span dir="auto">${before.title}</span>”`
  }</p>${types}</div></details>`;
}
