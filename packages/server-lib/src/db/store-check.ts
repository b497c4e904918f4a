import type { Operation } from './operation.js';

/** A check of the stored data. */
export interface StoreCheck {
  /** What the check confirms, such as "all pages of the file are valid". It follows "whether" in messages. */
  readonly name: string;
  /** Returns a sentence for each problem. */
  find(): Operation<string[]>;
  /**
   * Whether the check also reads objects of the host, such as its indexes. They may need a function that only the host
   * defines; the check is then skipped.
   */
  readonly readsHostObjects?: true;
}
