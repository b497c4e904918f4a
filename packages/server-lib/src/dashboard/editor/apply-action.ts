import { valueAt, withValueAt } from '../../base/validation/json-path.js';
import { isJsonObject, type JsonObject } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { keepListedOrder } from './answer-key.js';
import { keepPairs } from './answer-pairs.js';
import { itemListOf, itemTypes, membersOfItem, partOf } from './definition-parts.js';
import { isAllowedFor, type Member } from './draft-member.js';
import { nextItemId } from './item-ids.js';
import { logicLists } from './logic-parts.js';
import { newItem } from './new-items.js';
import { withoutLanguage } from './read-translation.js';
import { removeReferences, variableId } from './remove-references.js';
import { itemsOf, objectOf, textOf } from './render-member.js';

/** A changed definition, and the changed item. */
export interface Changed {
  readonly draft: JsonObject;
  /** The ID of the question or field to edit next. Undefined: as before. */
  readonly item?: string | null | undefined;
  /** The path of the member to show next. */
  readonly path?: string | undefined;
  /** What else was removed with an item, as a sentence. */
  readonly consequence?: string | undefined;
}

/**
 * Applies the action of a button of the editor: `add:fields:email`, `add:fields:email:2`, `copy:fields.1`, `remove:options.0`,
 * `move:fields.3:0`, `up:…`, `down:…`, `remove:fields.3.show_if`, `add:variables:text`, `add:variables.0.rules`, `add:fields.3.next`.
 * `add:next` adds a jump to the first page, with the field that starts the page.
 * Other actions change nothing.
 */
export function applyAction(kind: AskKind, draft: JsonObject, action: string): Changed {
  const changed = change(kind, draft, action);
  return { ...changed, draft: keepPairs(draft, keepListedOrder(draft, changed.draft)) };
}

function change(kind: AskKind, draft: JsonObject, action: string): Changed {
  const [verb = '', path = '', type, place] = action.split(':');
  if (verb === 'add') return add(kind, draft, path, { type, place });
  if (verb === 'remove' && path.startsWith('languages.'))
    return { draft: withoutLanguage(draft, Number(path.slice('languages.'.length))), item: null };
  if (verb === 'remove' && /\.(show_if|require_if|when)$/.test(path) && isJsonObject(valueAt(draft, path)))
    return { draft: withValueAt(draft, path, null) };
  const dot = path.lastIndexOf('.');
  const list = path.slice(0, dot);
  const index = Number(path.slice(dot + 1));
  const items = itemsOf(valueAt(draft, list));
  const item = items[index];
  if (dot === -1 || !item) return { draft };
  switch (verb) {
    case 'copy': {
      const copy = { ...item, id: nextItemId(list, items) };
      return { draft: withValueAt(draft, list, items.toSpliced(index + 1, 0, copy)), item: copy.id };
    }
    case 'up':
    case 'down': {
      const to = Math.max(0, Math.min(items.length - 1, index + (verb === 'up' ? -1 : 1)));
      return {
        draft: withValueAt(draft, list, items.toSpliced(index, 1).toSpliced(to, 0, item)),
        path: list,
        ...closed(list),
      };
    }
    case 'move':
      return { draft: withValueAt(draft, list, items.toSpliced(index, 1).toSpliced(Number(type) || 0, 0, item)) };
    case 'remove':
      return remove(kind, draft, list, index);
    default:
      return { draft };
  }
}

/** The type of a new item, and the number of items before it. Undefined: all. */
interface NewItem {
  readonly type: string | undefined;
  readonly place: string | undefined;
}

function add(kind: AskKind, draft: JsonObject, path: string, { type, place }: NewItem): Changed {
  const items = itemsOf(valueAt(draft, path));
  if (path === itemListOf(kind)) {
    const known = type !== undefined && itemTypes(kind).includes(type) ? type : itemTypes(kind)[0];
    const item = newItem(path, items, membersOfItem(kind, known), known);
    const at = place === undefined ? items.length : Number(place) || 0;
    return { draft: withValueAt(draft, path, items.toSpliced(at, 0, item)), item: textOf(item['id']) };
  }
  if (kind === 'form') {
    if (path === 'next') {
      const page = { id: nextItemId('fields', itemsOf(draft['fields'])), type: 'page', label: '', next: [{ to: '' }] };
      return { draft: withValueAt(draft, 'fields', [page, ...itemsOf(draft['fields'])]), item: 'fields.0.next.0' };
    }
    const entry = newEntry(draft, path, type);
    if (entry) return { draft: withValueAt(draft, path, [...items, entry]), item: `${path}.${items.length}` };
  }
  const members = membersAt(kind, draft, path);
  if (!members) return { draft };
  const item = newItem(path, items, members, undefined);
  const first = members.find(({ name }) => name !== 'id')?.name ?? '';
  return { draft: withValueAt(draft, path, [...items, item]), path: `${path}.${items.length}.${first}` };
}

/** Returns a new entry of a list of the tab Logic. Undefined for other lists. */
function newEntry(draft: JsonObject, path: string, type: string | undefined): JsonObject | undefined {
  const items = itemsOf(valueAt(draft, path));
  const id = nextItemId(path, items);
  switch (path.replaceAll(/\.\d+/g, '')) {
    case 'variables':
      return {
        id: variableId(draft, type === 'text' ? 'text' : 'score'),
        ...(type === 'text' ? { type, value: '' } : { type: 'number', value: 0 }),
        rules: [],
      };
    case 'variables.rules': {
      const variable = objectOf(valueAt(draft, path.slice(0, path.lastIndexOf('.'))));
      return variable['type'] === 'text' ? { set: '' } : { add: 1 };
    }
    case 'endings':
      return { id, title: `Ending ${items.length + 1}` };
    case 'quotas':
      return { id, limit: 100 };
    case 'fields.next':
      return valueAt(draft, path.replace(/next$/, 'type')) === 'page' ? { to: '' } : undefined;
    default:
      return undefined;
  }
}

/** The entries of a list of the tab Logic are edited by their positions, so that the edited one is closed when they change. */
function closed(list: string): Pick<Changed, 'item'> {
  const [first, , inner] = list.split('.');
  const isLogic = logicLists.some((name) => name === first) || inner === 'next';
  return isLogic ? { item: null } : {};
}

/** Removes an item, and what refers to it. */
function remove(kind: AskKind, draft: JsonObject, list: string, index: number): Changed {
  const items = itemsOf(valueAt(draft, list));
  const id = textOf(items[index]?.['id']);
  const rest = withValueAt(draft, list, items.toSpliced(index, 1));
  if (kind !== 'form') return list === itemListOf(kind) ? { draft: rest, item: null } : { draft: rest, path: list };
  const place = list === 'fields' ? { item: null } : { path: list, ...closed(list) };
  return { ...removeReferences(rest, list, id), ...place };
}

/** Returns the members of the items of a list inside the definition or one of its questions or fields. */
function membersAt(kind: AskKind, draft: JsonObject, path: string): readonly Member[] | undefined {
  const [list, index, name] = path.split('.');
  const own = [...partOf(kind, 'content').members, ...partOf(kind, 'settings').members];
  const item = objectOf(valueAt(draft, `${list}.${index}`));
  const members = name === undefined ? own : membersOfItem(kind, item['type']);
  const control = members.find((member) => member.name === (name ?? list))?.control;
  if (control?.type !== 'labels' && control?.type !== 'list') return undefined;
  const type = name === undefined ? draft['type'] : item['type'];
  return control.members.filter((member) => isAllowedFor(member, type));
}
