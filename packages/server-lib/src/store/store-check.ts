import type { Operation } from './operation.js';

/** Something that must hold of what is stored. */
export interface StoreCheck {
  /** What holds when it finds nothing, as in "the indexes are sound". */
  readonly name: string;
  /** Looks, and says in a sentence each what does not hold. */
  find(): Operation<string[]>;
  /** It looks at what a host has, too: where only the host could look, nothing is said. */
  readonly readsHostObjects?: true;
}
