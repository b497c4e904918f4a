/** From this length on, the bytes of a text are counted. Most characters of a text can have two or more. */
const longText = 256;

/** Estimates the size of a value in bytes, mainly of its strings and byte arrays. */
export function estimateSize(value: unknown): number {
  if (typeof value === 'string') return value.length < longText ? value.length : Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let size = 8;
  for (const member of Object.values(value)) size += estimateSize(member);
  return size;
}
