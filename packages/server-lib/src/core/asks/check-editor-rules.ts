import { isDeepStrictEqual } from 'node:util';
import { AskwellError } from '../../base/errors.js';
import type { Faults } from '../../base/faults/faults.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import type { EditorRules } from '../../owners/access/editor-rules.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { KindDefinition } from '../kind-definition.js';
import { toSharedDraft } from './validate-definition.js';

type RuledKind = Pick<KindDefinition<never, unknown, never>, 'name' | 'contentMember'>;

/** @throws AskwellError with the code `forbidden` if the rules of a scope do not allow a kind. */
export function requireKind(rules: EditorRules | null, kind: Pick<RuledKind, 'name'>): void {
  if (rules?.kinds && !rules.kinds.includes(kind.name))
    throw new AskwellError('forbidden', `The kind "${kind.name}" cannot be created here.`);
}

/**
 * Adds faults for what the rules of a scope do not allow in a definition. What was there before can stay, so that a definition from before the
 * rules can be edited.
 *
 * @param before The definition before the change. Null if it is new.
 */
export function checkEditorRules(
  { types, locked, hidden }: EditorRules,
  { contentMember }: Pick<RuledKind, 'contentMember'>,
  { before, after }: { readonly before: JsonObject | null; readonly after: JsonObject },
  faults: Faults,
): void {
  const isUnchanged = (name: string) =>
    before !== null && isDeepStrictEqual(valueOrNull(before, name), valueOrNull(after, name));
  for (const [name, value] of Object.entries(locked)) {
    // Other kinds do not have the member.
    if (!Object.hasOwn(after, name) && !Object.hasOwn(before ?? {}, name)) continue;
    if (!isDeepStrictEqual(valueOrNull(after, name), value) && !isUnchanged(name)) faults.add(name, fault('locked'));
  }
  for (const name of hidden)
    if (before !== null && !Object.hasOwn(locked, name) && !isUnchanged(name)) faults.add(name, fault('locked'));
  if (!types) return;
  const typesBefore = new Map(itemsOf(before, contentMember).map(({ id, type }) => [id, type]));
  for (const [index, { id, type }] of itemsOf(after, contentMember).entries()) {
    const isKept = id !== undefined && typesBefore.get(id) === type;
    if (typeof type !== 'string' || isKept || types.includes(type)) continue;
    faults.add(`${contentMember}.${index}.type`, fault('not_one_of', { values: types }));
  }
}

/** Returns the locked values of the members that a definition has. */
export function lockedValues({ locked }: EditorRules, definition: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(locked).filter(([name]) => Object.hasOwn(definition, name)));
}

/** Returns a definition as the JSON that would create it. */
export function toJsonDefinition<Own>(
  kind: { toDraft(own: Own, shared: AskDraft): object },
  ask: Parameters<typeof toSharedDraft>[0] & { readonly own: Own },
): JsonObject {
  const definition: JsonObject = JSON.parse(JSON.stringify(kind.toDraft(ask.own, toSharedDraft(ask))));
  return definition;
}

function itemsOf(definition: JsonObject | null, name: string): readonly JsonObject[] {
  const items = definition && valueOrNull(definition, name);
  // Positions in paths are those of the list.
  return Array.isArray(items) ? items.map((item: JsonValue) => (isJsonObject(item) ? item : {})) : [];
}

function valueOrNull(definition: JsonObject, name: string): JsonValue {
  return Object.hasOwn(definition, name) ? (definition[name] ?? null) : null;
}
