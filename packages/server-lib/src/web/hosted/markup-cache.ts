import { LRUCache } from 'lru-cache';
import type { Html } from '../../base/html.js';

/** The maximum memory of the cache. */
const maxBytes = 32 * 1024 * 1024;
/** The memory of a part in addition to its markup. */
const overheadBytes = 1_000;

interface CachedPart {
  readonly state: string;
  readonly markup: Html;
}

/** Caches the parts of hosted pages that are the same for all visitors, each in the state that was last requested. */
export class MarkupCache {
  readonly #parts = new LRUCache<string, CachedPart>({ maxSize: maxBytes });

  /** Returns a part in a state. Builds it unless it is cached in this state. Null is not cached. */
  find<Built extends Html | null>(part: string, state: string, build: () => Built): Html | Built {
    const cached = this.#parts.get(part);
    if (cached?.state === state) return cached.markup;
    const built = build();
    if (built === null) return built;
    const markup = built.flat();
    // A string takes up to two bytes per character.
    this.#parts.set(part, { state, markup }, { size: 2 * markup.markup.length + overheadBytes });
    return markup;
  }
}
