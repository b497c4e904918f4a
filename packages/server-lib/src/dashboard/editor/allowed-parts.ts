import { valueAt } from '../../base/validation/json-path.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { DefinitionPart } from './definition-parts.js';
import type { Member } from './draft-member.js';

/** What a host allows the person who edits to change. */
export interface AllowedParts {
  /** What else than editing is allowed, such as `publish`. */
  readonly can: readonly string[];
  /** The types of questions or fields. Null: all. */
  readonly types: readonly string[] | null;
  /** Members of the definition with the values that the host has set. */
  readonly locked: JsonObject;
  /** Members of the definition that are not shown. */
  readonly hidden: readonly string[];
}

/** Returns whether changes can be published. */
export function canPublish(allowed: AllowedParts | undefined): boolean {
  return !allowed || allowed.can.includes('publish');
}

/** Returns whether the results can be read. */
export function canReadResults(allowed: AllowedParts | undefined): boolean {
  return !allowed || allowed.can.includes('results');
}

/** Returns whether the whole poll, quiz or form can be deleted. */
export function canDelete(allowed: AllowedParts | undefined): boolean {
  return !allowed || allowed.can.includes('delete');
}

/** Returns whether a member of a definition can be changed. */
export function isMemberAllowed(allowed: AllowedParts | undefined, name: string): boolean {
  return !allowed || !(allowed.hidden.includes(name) || Object.hasOwn(allowed.locked, name));
}

/** Returns whether a question or field can get a type. */
export function isTypeAllowed(allowed: AllowedParts | undefined, type: string): boolean {
  return !allowed?.types || allowed.types.includes(type);
}

/** Returns a part without the members and types that are not allowed. An item keeps the type that it has. */
export function allowedPart(
  part: DefinitionPart,
  draft: JsonObject,
  allowed: AllowedParts | undefined,
): DefinitionPart {
  if (!allowed) return part;
  if (part.language !== undefined) return part;
  const { prefix } = part;
  const current = valueAt(draft, `${prefix}type`);
  const members = part.members.filter(({ name }) => prefix !== '' || isMemberAllowed(allowed, name));
  const withTypes = (member: Member): Member =>
    member.name === 'type' && member.control.type === 'choice'
      ? {
          ...member,
          control: {
            ...member.control,
            values: member.control.values.filter((type) => type === current || isTypeAllowed(allowed, type)),
          },
        }
      : member;
  return { members: members.map(withTypes), prefix };
}
