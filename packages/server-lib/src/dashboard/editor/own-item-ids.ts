import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { nextItemId } from './item-ids.js';
import { itemsOf, objectOf } from './render-member.js';
import { isSameValue } from './same-value.js';

/** Members whose values are IDs of items, or lists or maps of them. */
const references = [
  ...['answer', 'field', 'count', 'score', 'row', 'is', 'is_not', 'one_of', 'contains', 'to', 'ending'],
];

/**
 * Returns one side of a merge, in which the items that it added have IDs that the other side did not give to its own new items. Both
 * sides number new items from the same start.
 */
export function itemsWithOwnIds(base: JsonObject, mine: JsonObject, stored: JsonObject): JsonObject {
  let draft = mine;
  for (const [name, value] of Object.entries(mine)) {
    if (!Array.isArray(value) || !value.every(isJsonObject)) continue;
    const [before, other] = [itemsOf(base[name]), itemsOf(stored[name])];
    const items = value.map((item: JsonObject) => {
      const find = (list: readonly JsonObject[]) => list.find(({ id }) => id === item['id']);
      const theirs = find(other);
      return theirs ? itemsWithOwnIds(find(before) ?? {}, item, theirs) : item;
    });
    const renamed = newIds(name, before, items, other);
    draft = { ...draft, [name]: items };
    if (renamed.size > 0) draft = renameIds(draft, name, renamed);
  }
  return draft;
}

/** Returns the new IDs of the items that both sides added with the same ID. */
function newIds(
  name: string,
  base: readonly JsonObject[],
  mine: readonly JsonObject[],
  stored: readonly JsonObject[],
): ReadonlyMap<string, string> {
  const idsOf = (items: readonly JsonObject[]) => new Set(items.map(({ id }) => id));
  const [known, taken] = [idsOf(base), idsOf(stored)];
  const renamed = new Map<string, string>();
  const all = [...mine, ...stored];
  for (const item of mine) {
    const { id } = item;
    const isNew = typeof id === 'string' && !known.has(id) && taken.has(id);
    const theirs = stored.find((other) => other['id'] === id);
    if (!isNew || isSameValue(theirs, item)) continue;
    const next = nextItemId(name, all);
    all.push({ id: next });
    renamed.set(id, next);
  }
  return renamed;
}

function renameIds(draft: JsonObject, list: string, ids: ReadonlyMap<string, string>): JsonObject {
  const idOf = (value: JsonValue): JsonValue => (typeof value === 'string' ? (ids.get(value) ?? value) : value);
  const rename = (value: JsonValue, isReference: boolean): JsonValue => {
    if (Array.isArray(value)) return value.map((item) => rename(item, isReference));
    if (!isJsonObject(value)) return isReference ? idOf(value) : value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        isReference ? String(idOf(name)) : name,
        rename(member, isReference || references.includes(name)),
      ]),
    );
  };
  const renamed = objectOf(rename(draft, false));
  const items = itemsOf(renamed[list]).map((item) => ({ ...item, id: idOf(item['id'] ?? null) }));
  return { ...renamed, [list]: items };
}
