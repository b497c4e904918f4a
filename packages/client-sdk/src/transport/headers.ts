/** The headers of a reply, with names in lower case. */
export type ReplyHeaders = Readonly<Record<string, string | undefined>>;

/** Several of one name become one, as HTTP has it. */
export function toReplyHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders {
  const flat: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}
