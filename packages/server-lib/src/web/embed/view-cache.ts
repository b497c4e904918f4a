import { LRUCache } from 'lru-cache';
import { CachedText } from '../../http/compression/cached-text.js';
import { jsonRepresentation, type Representation } from '../../http/headers/conditional-get.js';

/** The maximum memory of the cache, including compressed texts. */
const maxBytes = 32 * 1024 * 1024;
/** The memory of a view in addition to its text. */
const overheadBytes = 1_000;

interface CachedView {
  readonly state: string;
  readonly representation: Representation;
}

/** Caches serialized views, each in the state that was last requested. */
export class ViewCache {
  readonly #views = new LRUCache<string, CachedView>({ maxSize: maxBytes });

  /** Returns the view of an ask in a state. Builds it unless it is cached in this state. */
  find(ask: string, state: string, build: () => object): Representation {
    const cached = this.#views.get(ask);
    if (cached?.state === state) return cached.representation;
    const text = new CachedText(JSON.stringify(build()), ['gzip'], 'little');
    const representation = jsonRepresentation(text);
    // The compressed text is at most as long as the text.
    this.#views.set(ask, { state, representation }, { size: 2 * text.bytes.byteLength + overheadBytes });
    return representation;
  }
}
