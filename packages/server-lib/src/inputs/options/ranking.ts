import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import type { Contribution } from '../contribution.js';
import { checkIds } from './choice.js';
import type { ItemWithId } from './option-list.js';

export interface RankingDefinition {
  readonly options: readonly ItemWithId[];
  readonly min: number;
  readonly max: number;
}

/** Between ids on a ballot; no id holds it. */
const separator = '>';
const ballotPrefix = 'b:';

/** Options in order of preference; as many as one cares to rank. */
export const rankingInput = {
  check(definition: RankingDefinition, given: unknown, path: string, faults: Faults): string[] | undefined {
    const order = checkIds(definition.options, given, path, faults);
    if (order === undefined) return undefined;
    if (order.length < definition.min) faults.add(path, fault('too_few_ranked', { min: definition.min }));
    if (order.length > definition.max) faults.add(path, fault('too_many_ranked', { max: definition.max }));
    return order;
  },

  /** Each distinct ballot is a bucket: whatever is worked out later costs by the distinct ones. */
  contribute: (order: readonly string[]): Contribution[] => [
    { bucket: ballotPrefix + order.join(separator), n: 1 },
    ...order.map((id) => ({ bucket: id, n: 1 })),
  ],

  ballotPrefix,

  parseBallot: (bucket: string): string[] => bucket.slice(ballotPrefix.length).split(separator),
};
