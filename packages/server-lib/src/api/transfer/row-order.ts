import type { RowLine } from './export-format.js';

const ranks: Readonly<Record<RowLine['type'], number>> = {
  unpublished_changes: 0,
  purged_result: 1,
  purged_voter: 2,
  ticket: 3,
  start: 4,
  used_start: 5,
  checked_answer: 6,
  answer: 7,
  write_in: 8,
};

/** Returns what identifies a line among those of its type; undefined if it may be repeated. */
function keyOf(row: RowLine): string | undefined {
  switch (row.type) {
    case 'unpublished_changes':
      return '';
    case 'purged_result':
      return row.bucket;
    case 'purged_voter':
    case 'ticket':
    case 'start':
      return row.voter_ref;
    case 'used_start':
      return row.token;
    case 'checked_answer':
      return `${row.token} ${row.question}`;
    case 'answer':
      return row.id;
    case 'write_in':
      return undefined;
  }
}

/** Checks the order of the lines of an ask. In this order, no line can be repeated. */
export class RowOrder {
  #rank = -1;
  #key: string | undefined;

  /** Returns whether a line may follow the lines before. */
  accept(row: RowLine): boolean {
    const rank = ranks[row.type];
    const key = keyOf(row);
    const isLater = rank > this.#rank || key === undefined || this.#key === undefined || key > this.#key;
    if (rank < this.#rank || !isLater) return false;
    this.#rank = rank;
    this.#key = key;
    return true;
  }
}
