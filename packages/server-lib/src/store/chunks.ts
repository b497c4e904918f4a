/** Sizes in which lists are put into statements: few, so that few texts are prepared. */
const sizes = [64, 16, 4, 1] as const;

/** Cuts a list into pieces of a few fixed sizes. */
export function* chunks<Item>(list: readonly Item[]): Generator<readonly Item[]> {
  let from = 0;
  for (const size of sizes) {
    for (; list.length - from >= size; from += size) yield list.slice(from, from + size);
  }
}
