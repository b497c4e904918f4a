import { valueAt, withValueAt } from '../../base/validation/json-path.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { completePairs, keepPairs } from './answer-pairs.js';
import { type DefinitionPart, itemListOf, itemPart, membersOfItem, partOf } from './definition-parts.js';
import type { Member } from './draft-member.js';
import { logicPart } from './logic-parts.js';
import { newItem } from './new-items.js';
import { readMembers } from './read-member.js';
import { readTranslation, translationPart } from './read-translation.js';
import { renameVariable, variableId } from './remove-references.js';
import { objectOf, textOf } from './render-member.js';
import { resolveConditions } from './resolve-conditions.js';

/** The tabs that edit a part of a definition. */
export type EditorTab = 'edit' | 'logic' | 'translate' | 'settings';

/** Returns the part of the definition that a page edits. */
export function partFor(
  kind: AskKind,
  draft: JsonObject,
  tab: EditorTab,
  item: string | undefined,
): DefinitionPart | undefined {
  if (tab === 'translate') return translationPart(draft, item);
  if (item !== undefined) {
    if (tab === 'logic') return logicPart(draft, item);
    const part = itemPart(kind, draft, item);
    // Jumps are entries of the tab Logic.
    return part && { ...part, members: part.members.filter(({ name }) => name !== 'next') };
  }
  if (tab === 'logic') return { members: [], prefix: '' };
  return partOf(kind, tab === 'settings' ? 'settings' : 'content');
}

/** Returns the definition with the input for one of its parts. */
export function readPart(kind: AskKind, draft: JsonObject, part: DefinitionPart, form: SubmittedForm): JsonObject {
  const { prefix, language } = part;
  if (language !== undefined) return readTranslation(kind, draft, language, form);
  if (prefix === '') return readMembers(form, part.members, draft, prefix);
  const path = prefix.slice(0, -1);
  const before = objectOf(valueAt(draft, path));
  const type = allValuesOf(form, `${prefix}type`)[0] ?? before['type'];
  const members = type === before['type'] ? part.members : membersOfItem(kind, type);
  const item =
    type === before['type']
      ? readMembers(form, members, before, prefix)
      : withType(type, members, readMembers(form, members, { ...before, type: type ?? null }, prefix), path);
  const changed = withValueAt(draft, path, item);
  const list = itemListOf(kind);
  return list === 'fields' ? resolveConditions(renamed(changed, path, form)) : keepPairs(draft, changed);
}

/** Returns the definition with the new name of a variable. */
function renamed(draft: JsonObject, path: string, form: SubmittedForm): JsonObject {
  const [name = ''] = allValuesOf(form, `${path}${renamedSuffix}`);
  const id = textOf(objectOf(valueAt(draft, path))['id']);
  if (!path.startsWith('variables.') || name.trim() === '' || name.trim() === id) return draft;
  return renameVariable(draft, id, variableId(draft, name));
}

/** The end of the name of the control with the new name of a variable. Its button renames the variable. */
export const renamedSuffix = '.renamed';

/**
 * Returns an item with another type: it keeps the members that both types have, except its answer key, and gets the members that the new
 * type requires, such as options.
 */
function withType(type: JsonValue | undefined, members: readonly Member[], item: JsonObject, path: string): JsonObject {
  const kept = Object.entries(item).filter(
    ([name, value]) => name !== 'answer' && members.some((member) => member.name === name) && !isEmptyList(value),
  );
  const added = newItem(path, [], members, typeof type === 'string' ? type : undefined);
  return completePairs({ ...added, ...Object.fromEntries(kept) });
}

const isEmptyList = (value: JsonValue): boolean => Array.isArray(value) && value.length === 0;
