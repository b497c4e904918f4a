import type { Faults } from '../../base/faults/faults.js';
import type { Contribution, Count } from '../../core/results/contribution.js';
import { fault } from '../../shared/faults/fault.js';
import { matchInput } from './match.js';
import type { ItemWithId } from './option-list.js';

export interface MatrixDefinition<Option extends ItemWithId = ItemWithId> {
  readonly rows: readonly Option[];
  readonly options: readonly Option[];
}

/** One option for each row. If it is required, every row needs one. */
export const matrixInput = {
  check(
    { rows, options, required }: MatrixDefinition & { readonly required: boolean },
    value: unknown,
    path: string,
    faults: Faults,
  ): Record<string, string> | undefined {
    const answer = matchInput.check({ options: rows, targets: options }, value, path, faults);
    if (!required || !answer) return answer;
    for (const { id } of rows) if (!Object.hasOwn(answer, id)) faults.add(`${path}.${id}`, fault('required'));
    return answer;
  },

  rowBucket: (row: string) => row,
  optionBucket: (option: string) => `=${option}`,

  contribute: (answer: Readonly<Record<string, string>>): Contribution[] =>
    Object.entries(answer).flatMap(([row, option]) => [
      { bucket: matrixInput.rowBucket(row), n: 1 },
      { bucket: matrixInput.optionBucket(option), n: 1 },
      { bucket: cellBucket(row, option), n: 1 },
    ]),

  /** Returns for each row the number of answers, and how often each option was chosen. */
  summarize<Option extends ItemWithId>({ rows, options }: MatrixDefinition<Option>, count: Count) {
    return rows.map((row) => ({
      row,
      answered: count(matrixInput.rowBucket(row.id)),
      options: options.map((option) => ({ option, count: count(cellBucket(row.id, option.id)) })),
    }));
  },

  parseFields: matchInput.parseFields,
};

function cellBucket(row: string, option: string): string {
  return `${row}=${option}`;
}
