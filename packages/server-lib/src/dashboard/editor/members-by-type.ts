import { type DescribedComponent, isAllowedFor, type Member } from './draft-member.js';
import { draftMembers } from './draft-members.js';

/** Returns the members of a component without variants. */
export function componentMembers(name: DescribedComponent): readonly Member[] {
  return draftMembers[name][0]?.members ?? [];
}

/** Returns the types of a component, such as a field of a form. */
export function typesOf(name: DescribedComponent): readonly string[] {
  return draftMembers[name].flatMap(({ types }) => types);
}

/** Returns the members of a type of a component. The members of the first type if there is no such type. */
export function membersOfType(name: DescribedComponent, type: string): readonly Member[] {
  const variants = draftMembers[name];
  const variant = variants.find(({ types }) => types.includes(type)) ?? variants[0];
  const known = variant?.types.includes(type) ? type : variant?.types[0];
  return variant?.members.filter((member) => isAllowedFor(member, known)) ?? [];
}
