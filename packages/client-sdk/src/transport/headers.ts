/** The headers of a response, with names in lower case. */
export type ReplyHeaders = Readonly<Record<string, string | undefined>>;

/** The headers of a response of undici. */
export type UndiciHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Converts headers of undici. Joins headers of the same name with commas. */
export function toReplyHeaders(headers: UndiciHeaders): ReplyHeaders {
  const flat: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}

/**
 * Returns headers with names in lower case.
 *
 * @throws TypeError if a header is invalid or sets the API key.
 */
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
