import type { Operation } from './operation.js';

/** Something that must hold of what is stored. */
export interface Check {
  /** What holds when it finds nothing, as in "the indexes are sound". */
  readonly name: string;
  /** Looks, and says in a sentence each what does not hold. */
  find(): Operation<string[]>;
}
