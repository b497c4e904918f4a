import { LRUCache } from 'lru-cache';

/**
 * Creates a cache that removes the least recently used entry when it has more than `maxEntries`. It allocates memory as entries
 * are added. With the option `max`, a cache of `lru-cache` allocates all of its capacity at once, which takes milliseconds.
 */
export function createGrowingCache<Key extends string | number, Value extends object | number>(
  maxEntries: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 });
}
