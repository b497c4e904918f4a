import { type DescribedComponent, isAllowedFor, type Member } from './draft-member.js';
import { draftMembers } from './draft-members.js';

/** Returns the members of a component without variants. */
export function componentMembers(name: DescribedComponent): readonly Member[] {
  return draftMembers[name][0]?.members ?? [];
}

/** Returns the members of each type of a component, such as a field of a form, by the name of the type. */
export function membersByType(name: DescribedComponent): ReadonlyMap<string, readonly Member[]> {
  return new Map(
    draftMembers[name].flatMap(({ types, members }) =>
      types.map((type) => [type, members.filter((member) => isAllowedFor(member, type))] as const),
    ),
  );
}
