import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { conditionsIn, type DraftPart, groupOf, isGroup } from './draft-conditions.js';
import { mapWhens } from './map-whens.js';
import { itemsOf } from './render-member.js';

/** A form without references to a part that was removed. */
interface Pruned {
  readonly draft: JsonObject;
  /** What was removed with the part, as a sentence. Undefined: nothing. */
  readonly consequence?: string | undefined;
}

/** Removes conditions, rules and jumps that refer to a removed field, variable or ending. */
export function removeReferences(draft: JsonObject, list: string, id: string): Pruned {
  if (!['fields', 'variables', 'endings'].includes(list)) return { draft };
  const names = list === 'variables' ? ['variable'] : ['field', 'count', 'score'];
  const refers = (value: JsonValue): boolean =>
    isJsonObject(value)
      ? Object.entries(value).some(([name, member]) => (names.includes(name) && member === id) || refers(member))
      : Array.isArray(value) && value.some(refers);
  const isOther = list === 'endings' ? () => true : (value: JsonObject) => !refers(value);
  let removed = 0;
  const conditioned = mapWhens(draft, (when) => {
    const pruned = prune(groupOf(when), isOther);
    const rest = pruned ? conditionsIn(groupOf(pruned)).length : 0;
    const count = conditionsIn(groupOf(when)).length - rest;
    removed += count;
    return count === 0 ? when : pruned;
  });
  const [rules, withoutRules] = filterLists(conditioned, 'variables', 'rules', ({ when: _, ...change }) =>
    isOther(change),
  );
  const [jumps, withoutJumps] = filterLists(
    withoutRules,
    'fields',
    'next',
    ({ to }) => list === 'variables' || to !== id,
  );
  const quotas = itemsOf(withoutJumps['quotas']);
  const isUsed = list === 'endings' && quotas.some(({ ending }) => ending === id);
  const pruned = isUsed
    ? { ...withoutJumps, quotas: quotas.map((quota) => (quota['ending'] === id ? { ...quota, ending: null } : quota)) }
    : withoutJumps;
  return { draft: pruned, consequence: sentenceOf({ condition: removed, rule: rules, jump: jumps }) };
}

function prune(part: DraftPart, isKept: (condition: JsonObject) => boolean): JsonObject | null {
  if (!isGroup(part)) return null;
  const kept = itemsOf(part.json[part.match]).flatMap((item): JsonObject[] => {
    const inner = groupOf(item);
    if (inner.json !== item) return isKept(item) ? [item] : [];
    const rest = prune(inner, isKept);
    return rest ? [rest] : [];
  });
  return kept.length === 0 ? null : { [part.match]: kept };
}

/** Removes entries of a list in the items of a list, and counts them. */
function filterLists(
  draft: JsonObject,
  list: string,
  inner: string,
  isKept: (entry: JsonObject) => boolean,
): [count: number, draft: JsonObject] {
  let count = 0;
  const items = itemsOf(draft[list]).map((item) => {
    const entries = itemsOf(item[inner]);
    const kept = entries.filter(isKept);
    count += entries.length - kept.length;
    return kept.length === entries.length ? item : { ...item, [inner]: kept };
  });
  return count === 0 ? [0, draft] : [count, { ...draft, [list]: items }];
}

function sentenceOf(counts: Readonly<Record<string, number>>): string | undefined {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  const texts = found.map(([noun, count]) => `${count} ${noun}${count === 1 ? '' : 's'}`);
  const total = found.reduce((sum, [, count]) => sum + count, 0);
  return total === 0
    ? undefined
    : `${new Intl.ListFormat('en').format(texts)} ${total === 1 ? 'was' : 'were'} removed.`;
}

/** Renames a variable in all conditions, rules and texts of a form. */
export function renameVariable(draft: JsonObject, from: string, to: string): JsonObject {
  const rename = (value: JsonValue): JsonValue => {
    if (typeof value === 'string')
      return value.replaceAll(`{{${from}}}`, `{{${to}}}`).replaceAll(`{{${from}|`, `{{${to}|`);
    if (Array.isArray(value)) return value.map(rename);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === 'variable' && member === from ? to : rename(member),
      ]),
    );
  };
  const renamed = rename(draft);
  if (!isJsonObject(renamed)) return draft;
  const variables = itemsOf(renamed['variables']).map((variable) =>
    variable['id'] === from ? { ...variable, id: to } : variable,
  );
  return { ...renamed, variables };
}

/** The maximum length of the name of a variable. */
const maxNameLength = 40;

/** Returns a name for a variable that no field and no other variable has: "Total price" is `total_price`. */
export function variableId(draft: JsonObject, name: string): string {
  const id = name
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, maxNameLength);
  const taken = new Set([...itemsOf(draft['fields']), ...itemsOf(draft['variables'])].map((item) => item['id']));
  const base = id || 'variable';
  if (!taken.has(base)) return base;
  for (let number = 2; ; number++) {
    const next = `${base.slice(0, maxNameLength - 4)}_${number}`;
    if (!taken.has(next)) return next;
  }
}
