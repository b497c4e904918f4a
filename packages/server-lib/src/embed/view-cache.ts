import { LRUCache } from 'lru-cache';
import { CachedText } from '../http/compression/cached-text.js';
import { jsonRepresentation, type Representation } from '../http/conditional-get.js';

/** The most memory that all views and their compressed forms take. */
const keptBytes = 32 * 1024 * 1024;
/** The memory of a view besides its text. */
const overhead = 1_000;

interface KeptView {
  readonly state: string;
  readonly representation: Representation;
}

/** Keeps views as they are sent, each in the state that was last requested. */
export class ViewCache {
  readonly #kept = new LRUCache<string, KeptView>({ maxSize: keptBytes });

  /** Returns the view of an ask in a state. Builds it only if it is not kept in this state. */
  find(ask: string, state: string, build: () => object): Representation {
    const known = this.#kept.get(ask);
    if (known?.state === state) return known.representation;
    const text = new CachedText(JSON.stringify(build()), ['gzip'], 'little');
    const representation = jsonRepresentation(text);
    // The compressed form is at most as long as the text.
    this.#kept.set(ask, { state, representation }, { size: 2 * text.bytes.byteLength + overhead });
    return representation;
  }
}
