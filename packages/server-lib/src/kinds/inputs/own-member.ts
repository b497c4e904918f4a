/** Returns a member by an author-defined ID. The ID may equal an inherited member name, such as `constructor`. */
export function ownMember<Value>(members: Readonly<Record<string, Value>>, id: string): Value | undefined {
  return Object.hasOwn(members, id) ? members[id] : undefined;
}
