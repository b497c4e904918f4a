/** The possible chunk sizes. With few sizes, few statement texts have to be prepared. */
const sizes = [64, 16, 4, 1] as const;

/** Splits a list into chunks of a few fixed sizes, to use as values of a statement. */
export function* chunks<Item>(list: readonly Item[]): Generator<readonly Item[]> {
  let start = 0;
  for (const size of sizes) {
    for (; list.length - start >= size; start += size) yield list.slice(start, start + size);
  }
}
