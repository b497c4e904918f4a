import { valueAt, withValueAt } from '../../base/validation/json-path.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { itemsWithOwnIds } from './own-item-ids.js';
import { isSameValue, memberOf } from './same-value.js';

export { isSameValue };

/** A part that both sides changed, and differently. */
export interface MergeConflict {
  /** The path in the merged definition, such as `fields.2.label`. Empty for the definition itself. */
  readonly path: string;
  /** Undefined: removed. */
  readonly mine: JsonValue | undefined;
  readonly stored: JsonValue | undefined;
}

/** A merged definition. Where both sides differ, it has mine. */
export interface Merged {
  readonly draft: JsonObject;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges two changes of a definition, member by member. Items of lists are matched by their IDs, so that they can be added, removed and
 * moved on both sides.
 *
 * @param base The definition that both changes began with.
 */
export function mergeDrafts(base: JsonObject, mine: JsonObject, stored: JsonObject): Merged {
  const conflicts: MergeConflict[] = [];
  const draft = mergeObjects(base, itemsWithOwnIds(base, mine, stored), stored, '', conflicts);
  return { draft, conflicts };
}

/** Returns a merged definition with the chosen side of each conflict. The choices have the order of the conflicts. */
export function resolveConflicts({ draft, conflicts }: Merged, choices: readonly ('mine' | 'stored')[]): JsonObject {
  // Backwards, because removing an item moves the items after it.
  return conflicts.reduceRight((resolved, conflict, index) => {
    const { path } = conflict;
    const value = conflict[choices[index] ?? 'mine'];
    const [current, chosen] = [itemsById(valueAt(resolved, path)), itemsById(value)];
    if (!current || !chosen) return withValueAt(resolved, path, value);
    const order = inserted(
      [...chosen.keys()].filter((id) => current.has(id)),
      [...current.keys()],
    );
    return withValueAt(
      resolved,
      path,
      order.map((id) => current.get(id) ?? null),
    );
  }, draft);
}

/** Returns whether a value is the same as another one, except for members that the other one has in addition. */
export function isPartOf(part: JsonValue | undefined, whole: JsonValue | undefined): boolean {
  const [x, y] = [part ?? null, whole ?? null];
  if (Array.isArray(x) && Array.isArray(y))
    return x.length === y.length && x.every((item, index) => isPartOf(item, y[index]));
  if (!isJsonObject(x) || !isJsonObject(y)) return isSameValue(x, y);
  return Object.keys(x).every((name) => isPartOf(memberOf(x, name), memberOf(y, name)));
}

function mergeValues(
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  stored: JsonValue | undefined,
  path: string,
  conflicts: MergeConflict[],
): JsonValue | undefined {
  if (isSameValue(mine, stored) || isSameValue(base, stored)) return mine;
  if (isSameValue(base, mine)) return stored;
  if (isJsonObject(mine) && isJsonObject(stored))
    return mergeObjects(isJsonObject(base) ? base : {}, mine, stored, path, conflicts);
  const lists = [base ?? [], mine, stored].map(itemsById);
  const [before, own, other] = lists;
  if (before && own && other) return mergeItems(before, own, other, path, conflicts);
  conflicts.push({ path, mine, stored });
  return mine;
}

function mergeObjects(
  base: JsonObject,
  mine: JsonObject,
  stored: JsonObject,
  path: string,
  conflicts: MergeConflict[],
): JsonObject {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(stored)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const at = path === '' ? name : `${path}.${name}`;
      const value = mergeValues(memberOf(base, name), memberOf(mine, name), memberOf(stored, name), at, conflicts);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

type ItemsById = ReadonlyMap<string, JsonObject>;

function mergeItems(
  base: ItemsById,
  mine: ItemsById,
  stored: ItemsById,
  path: string,
  conflicts: MergeConflict[],
): readonly JsonValue[] {
  const kept = orderOf(base, mine, stored, path, conflicts).filter(
    (id) => !isRemoved(base, mine, stored, id) && !isRemoved(base, stored, mine, id),
  );
  return kept.flatMap((id, index) => {
    const [own, other] = [mine.get(id), stored.get(id)];
    const at = `${path}.${index}`;
    // An item that one side left as it was stays the same object.
    if (own && other) return [mergeValues(base.get(id), own, other, at, conflicts) ?? own];
    const changed = own ?? other;
    // One side removed what the other side changed: it stays until somebody decides.
    if (base.has(id)) conflicts.push({ path: at, mine: own, stored: other });
    return changed ? [changed] : [];
  });
}

/** Returns whether one side removed an item that the other side left as it was. */
function isRemoved(base: ItemsById, one: ItemsById, other: ItemsById, id: string): boolean {
  return base.has(id) && !one.has(id) && isSameValue(base.get(id), other.get(id));
}

/** Returns the IDs of both sides, in the order of the side that moved items. Added items follow the same item as on their own side. */
function orderOf(
  base: ItemsById,
  mine: ItemsById,
  stored: ItemsById,
  path: string,
  conflicts: MergeConflict[],
): readonly string[] {
  const common = (side: ItemsById) => [...side.keys()].filter((id) => base.has(id) && mine.has(id) && stored.has(id));
  const [before, own, other] = [common(base), common(mine), common(stored)];
  const isMoved = !isSameValue(before, own);
  if (isMoved && !isSameValue(before, other) && !isSameValue(own, other))
    conflicts.push({ path, mine: [...mine.values()], stored: [...stored.values()] });
  return isMoved ? inserted([...mine.keys()], [...stored.keys()]) : inserted([...stored.keys()], [...mine.keys()]);
}

function inserted(order: readonly string[], others: readonly string[]): readonly string[] {
  const all = [...order];
  others.forEach((id, index) => {
    if (all.includes(id)) return;
    const previous = others.slice(0, index).findLast((candidate) => all.includes(candidate));
    all.splice(previous === undefined ? 0 : all.indexOf(previous) + 1, 0, id);
  });
  return all;
}

/** Returns the items of a list by their IDs. Undefined for other values, and for lists of items without IDs of their own. */
function itemsById(value: JsonValue | undefined): ItemsById | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = new Map<string, JsonObject>();
  for (const item of value) {
    if (!isJsonObject(item) || typeof item['id'] !== 'string') return undefined;
    items.set(item['id'], item);
  }
  return items.size === value.length ? items : undefined;
}
