/** The headers of a reply, with names in lower case. */
export type ReplyHeaders = Readonly<Record<string, string | undefined>>;

/** Several of one name become one, as HTTP has it. */
export function toReplyHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders {
  const flat: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}

/** Headers under names in lower case. The key's own is not to be had this way. */
export function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw new TypeError(`Invalid header "${name}".`);
    if (lower === 'x-api-key') throw new TypeError('Pass the API key as `apiKey`, not as a header.');
    checked[lower] = value;
  }
  return checked;
}
