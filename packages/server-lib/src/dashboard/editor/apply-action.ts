import { valueAt, withValueAt } from '../../base/validation/json-path.js';
import { isJsonObject, type JsonObject } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { keepListedOrder } from './answer-key.js';
import { keepPairs } from './answer-pairs.js';
import { itemListOf, itemTypes, membersOfItem, partOf } from './definition-parts.js';
import { ruleOf } from './draft-conditions.js';
import { isAllowedFor, type Member } from './draft-member.js';
import { nextItemId } from './item-ids.js';
import { newItem } from './new-items.js';
import { withoutLanguage } from './read-translation.js';
import { itemsOf, objectOf, textOf } from './render-member.js';

/** A changed definition, and the changed item. */
export interface Changed {
  readonly draft: JsonObject;
  /** The ID of the question or field to edit next. Undefined: as before. */
  readonly item?: string | null | undefined;
  /** The path of the member to show next. */
  readonly path?: string | undefined;
  /** The number of conditions that were removed with an item. */
  readonly removedConditions?: number;
}

/**
 * Applies the action of a button of the editor: `add:fields:email`, `add:fields:email:2`, `copy:fields.1`, `remove:options.0`,
 * `move:fields.3:0`, `up:…`, `down:…`, `remove:fields.3.show_if`.
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
  if (verb === 'remove' && path.endsWith('.show_if') && isJsonObject(valueAt(draft, path)))
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
  const members = membersAt(kind, draft, path);
  if (!members) return { draft };
  const item = newItem(path, items, members, undefined);
  const first = members.find(({ name }) => name !== 'id')?.name ?? '';
  return { draft: withValueAt(draft, path, [...items, item]), path: `${path}.${items.length}.${first}` };
}

/** Removes an item, and the conditions that refer to it. */
function remove(kind: AskKind, draft: JsonObject, list: string, index: number): Changed {
  const items = itemsOf(valueAt(draft, list));
  const id = items[index]?.['id'];
  const remaining = items.toSpliced(index, 1);
  if (list !== itemListOf(kind)) return { draft: withValueAt(draft, list, remaining), path: list };
  const kept = remaining.map((item) => withoutConditionsOn(item, id));
  const removedConditions = countConditions(remaining) - countConditions(kept);
  return { draft: withValueAt(draft, list, kept), item: null, removedConditions };
}

function withoutConditionsOn(item: JsonObject, id: unknown): JsonObject {
  const condition = objectOf(item['show_if']);
  const [match] = Object.keys(condition);
  if (match === undefined) return item;
  const remaining = itemsOf(condition[match]).filter(({ field }) => field !== id);
  return { ...item, show_if: remaining.length === 0 ? null : { [match]: remaining } };
}

function countConditions(items: readonly JsonObject[]): number {
  return items.reduce((count, item) => count + ruleOf(item).conditions.length, 0);
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
