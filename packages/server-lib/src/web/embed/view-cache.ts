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
  /** The views that are being built, by ask and state. Requests at the same time share them. */
  readonly #building = new Map<string, Promise<Representation>>();

  /** Returns the view of an ask in a state. Builds it unless it is cached in this state. */
  async find(ask: string, state: string, build: () => Promise<object>): Promise<Representation> {
    const cached = this.#views.get(ask);
    if (cached?.state === state) return cached.representation;
    const key = `${ask} ${state}`;
    const pending = this.#building.get(key) ?? this.#build(ask, state, build).finally(() => this.#building.delete(key));
    this.#building.set(key, pending);
    return pending;
  }

  async #build(ask: string, state: string, build: () => Promise<object>): Promise<Representation> {
    const text = new CachedText(JSON.stringify(await build()), ['gzip'], 'little');
    const representation = jsonRepresentation(text);
    // The compressed text is at most as long as the text.
    this.#views.set(ask, { state, representation }, { size: 2 * text.bytes.byteLength + overheadBytes });
    return representation;
  }
}
