/** The number of characters or bytes that are escaped, encoded, hashed or copied at once. */
const partLength = 128 * 1024;

/** Divides a text between characters, since half of a surrogate pair cannot be encoded. */
export function* divideText(text: string): Generator<string, void> {
  for (let from = 0; from < text.length; ) {
    const end = from + partLength;
    const to = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

/** Divides bytes into views of them. */
export function* divideBytes(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += partLength) yield bytes.subarray(from, from + partLength);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdb_ff;
}
