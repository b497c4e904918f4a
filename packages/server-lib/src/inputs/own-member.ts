/** A member by an author's id, which may be the name of something that every object has: `constructor`, `valueof`. */
export function ownMember<Value>(members: Readonly<Record<string, Value>>, id: string): Value | undefined {
  return Object.hasOwn(members, id) ? members[id] : undefined;
}
