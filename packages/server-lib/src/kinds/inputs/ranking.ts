import type { Faults } from '../../base/faults/faults.js';
import type { Contribution } from '../../core/results/contribution.js';
import { fault } from '../../shared/faults/fault.js';
import { checkIds } from './choice.js';
import type { ItemWithId } from './option-list.js';

export interface RankingDefinition {
  readonly options: readonly ItemWithId[];
  readonly min: number;
  readonly max: number;
}

/** Separates the IDs of a ballot. IDs cannot contain it. */
const separator = '>';
const ballotPrefix = 'b:';

/** Options in order of preference. Options may be omitted. */
export const rankingInput = {
  check(definition: RankingDefinition, value: unknown, path: string, faults: Faults): string[] | undefined {
    const order = checkIds(definition.options, value, path, faults);
    if (order === undefined) return undefined;
    if (order.length < definition.min) faults.add(path, fault('too_few_ranked', { min: definition.min }));
    if (order.length > definition.max) faults.add(path, fault('too_many_ranked', { max: definition.max }));
    return order;
  },

  /**
   * Counts each distinct ballot in a bucket, so that the time to compute results depends only on the number of distinct ballots.
   */
  contribute: (order: readonly string[]): Contribution[] => [
    { bucket: ballotPrefix + order.join(separator), n: 1 },
    ...order.map((id) => ({ bucket: id, n: 1 })),
  ],

  ballotPrefix,

  parseBallot: (bucket: string): string[] => bucket.slice(ballotPrefix.length).split(separator),
};
