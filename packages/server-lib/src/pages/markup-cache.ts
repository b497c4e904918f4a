import { LRUCache } from 'lru-cache';
import type { Html } from '../web/html.js';

/** The most memory that all kept parts take. */
const keptBytes = 32 * 1024 * 1024;
/** The memory of a part besides its markup. */
const overhead = 1_000;

interface KeptPart {
  readonly state: string;
  readonly markup: Html;
}

/** Keeps the parts of hosted pages that are the same for all visitors, each in the state that was last requested. */
export class MarkupCache {
  readonly #kept = new LRUCache<string, KeptPart>({ maxSize: keptBytes });

  /** Returns a part in a state. Builds it only if it is not kept in this state; null is not kept. */
  find<Built extends Html | null>(part: string, state: string, build: () => Built): Html | Built {
    const known = this.#kept.get(part);
    if (known?.state === state) return known.markup;
    const built = build();
    if (built === null) return built;
    const markup = built.flat();
    // A string takes up to two bytes for each character.
    this.#kept.set(part, { state, markup }, { size: 2 * markup.markup.length + overhead });
    return markup;
  }
}
