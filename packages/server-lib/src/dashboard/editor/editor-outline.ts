import { type Html, html } from '../../base/html.js';
import type { Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
import { askPath } from '../home/ask-path.js';
import { actionButton } from './control-html.js';
import { itemListOf, itemTypes } from './definition-parts.js';
import { type DefinitionView, itemTitle } from './definition-view.js';
import { describeConditions, shortLabel } from './describe-conditions.js';
import { fieldsById } from './draft-conditions.js';
import { valueText } from './member-texts.js';
import { itemsOf, textOf } from './render-member.js';

/** The definition of the outline, and the ID of the question or field that is edited. */
type OutlineView = Pick<DefinitionView, 'base' | 'ask' | 'copy' | 'review'> & { readonly item: string | undefined };

/** Only for pointers: the buttons next to it do the same. */
const dragHandle = html`<span class="drag-handle" data-handle aria-hidden="true" title="Drag to move">${icons.grip}</span>`;

/** The questions or fields of a definition, with the buttons that move, copy, remove and add them. */
export function editorOutline({ base, ask, item, copy, review }: OutlineView): Html {
  const list = itemListOf(ask.kind);
  const path = askPath(base, ask.id, 'edit');
  const items = list === null ? [] : itemsOf(copy.draft[list]);
  const byId = fieldsById(items);
  const rows = items.map((entry, index) => {
    const id = textOf(entry['id']);
    const at = `${list}.${index}`;
    const title = shortLabel(itemTitle(entry) || valueText('type', textOf(entry['type'])));
    const isFaulty = review.issues.some((issue: Issue) => issue.path.startsWith(`${at}.`) || issue.path === at);
    const rule = describeConditions(entry, byId);
    return html`<li class="outline-item${id === item && ' current'}" data-item="${index}">${items.length > 1 && dragHandle}<a href="${path}?item=${encodeURIComponent(id)}"${id === item && html` aria-current="true"`}><span class="outline-title" dir="auto">${title}</span><span class="outline-type">${valueText('type', textOf(entry['type']))}${isFaulty && html` · <span class="bad">needs a change</span>`}</span>${rule !== null && html`<span class="outline-rule">${rule}</span>`}</a><span class="row-buttons">${index > 0 && actionButton(`up:${at}`, icons.up, 'Move up', title)}${index < items.length - 1 && actionButton(`down:${at}`, icons.down, 'Move down', title)}${actionButton(`copy:${at}`, icons.copy, 'Duplicate', title)}${actionButton(`remove:${at}`, icons.trash, 'Remove', title)}</span></li>`;
  });
  const head = html`<a class="outline-head" href="${path}"${item === undefined && html` aria-current="true"`}>${list === null ? 'Question and options' : 'Title and description'}</a>`;
  if (list === null) return html`<nav aria-label="Parts">${head}</nav>`;
  const types = itemTypes(ask.kind).map(
    (type) =>
      html`<button class="type-button" name="do" value="add:${list}:${type}">${valueText('type', type)}</button>`,
  );
  return html`<nav aria-label="Parts">${head}<ol class="outline-list" data-list="${list}">${rows}</ol></nav>
<details class="add-item"><summary class="button small">${icons.plus}Add ${list === 'questions' ? 'question' : 'field'}</summary><div class="type-list">${types}</div></details>`;
}
