import type { Contribution, Count } from '../../core/results/contribution.js';
import type { ItemWithId } from './option-list.js';
import { rankingInput } from './ranking.js';

/** Options in order of preference, summarized by average position instead of a winner. */
export const placementInput = {
  check: rankingInput.check,

  contribute: (order: readonly string[]): Contribution[] =>
    order.flatMap((id, at) => [
      { bucket: id, n: 1 },
      { bucket: placeSumBucket(id), n: at + 1 },
      ...(at === 0 ? [{ bucket: firstBucket(id), n: 1 }] : []),
    ]),

  summarize<Option extends ItemWithId>(options: readonly Option[], count: Count) {
    return options.map((option) => {
      const ranked = count(option.id);
      return {
        option,
        count: ranked,
        first: count(firstBucket(option.id)),
        averagePosition: ranked === 0 ? null : count(placeSumBucket(option.id)) / ranked,
      };
    });
  },
};

/** The bucket with the sum of an option's positions. */
function placeSumBucket(id: string): string {
  return `${id}+`;
}

function firstBucket(id: string): string {
  return `${id}=1`;
}
