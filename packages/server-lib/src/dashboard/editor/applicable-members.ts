import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { Member } from './draft-member.js';

/** When a member has an effect, by its name. Other members always have one. */
const conditions: Readonly<Record<string, (object: JsonObject) => boolean>> = {
  allow_change: ({ one_per }) => one_per !== null,
  max_attempts: ({ one_per }) => one_per !== null,
  feedback: ({ reveal }) => reveal !== 'nothing' && reveal !== 'score',
  show_others: ({ other }) => other === true,
  help: ({ type }) => type !== 'hidden',
  placeholder: ({ type }) => isOneOf(type, ['short_text', 'long_text', 'number', 'email', 'url', 'phone']),
  require_if: ({ type, required }) =>
    required !== true && !isOneOf(type, ['heading', 'image', 'video', 'page', 'hidden']),
  required: ({ type }) => !isOneOf(type, ['heading', 'image', 'video', 'page']),
};

const isOneOf = (type: JsonValue | undefined, types: readonly string[]): boolean =>
  typeof type === 'string' && types.includes(type);

/**
 * Returns whether owners can edit a member of an object. A member without effect is left out, unless it has a value: owners see
 * and can remove what an API or the tab Code has stored.
 */
export function isOffered(member: Member, object: JsonObject): boolean {
  const { name, absent } = member;
  const applies = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
  if (applies === undefined || applies(object)) return true;
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return hasValue(value) && value !== absent;
}

/** Returns whether a value is more than the empty value of its control. */
export const hasValue = (value: JsonValue | undefined): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);
