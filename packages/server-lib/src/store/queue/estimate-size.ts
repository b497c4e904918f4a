/** Estimates the size of a value in bytes, mainly of its strings and byte arrays. */
export function estimateSize(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let size = 8;
  for (const member of Object.values(value)) size += estimateSize(member);
  return size;
}
