import { LRUCache } from 'lru-cache';
import { type Representation, taggedJson } from '../http/conditional.js';
import { KeptText } from '../http/kept-text.js';

/** What views and their compressed forms may take in memory, in all. */
const keptBytes = 32 * 1024 * 1024;
/** What a view takes beside its text. */
const overhead = 1_000;

interface KeptView {
  readonly state: string;
  readonly representation: Representation;
}

/** Views as they are sent, each of the last state that was asked for. */
export class KeptViews {
  readonly #kept = new LRUCache<string, KeptView>({ maxSize: keptBytes });

  /** Returns the view of an ask in a state, which is built only if that is not the state it was last built in. */
  find(ask: string, state: string, build: () => object): Representation {
    const known = this.#kept.get(ask);
    if (known?.state === state) return known.representation;
    const text = new KeptText(JSON.stringify(build()), ['gzip'], 'little');
    const representation = taggedJson(text);
    // Compressed it is no longer than this.
    this.#kept.set(ask, { state, representation }, { size: 2 * text.bytes.byteLength + overhead });
    return representation;
  }
}
