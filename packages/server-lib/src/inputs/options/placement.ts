import type { Contribution, Count } from '../contribution.js';
import type { LabelledItem } from './option-list.js';
import { ranking } from './ranking.js';

/** Options in order of preference, where what counts is how each one fares, not who wins. */
export const placement = {
  check: ranking.check,

  count: (order: readonly string[]): Contribution[] =>
    order.flatMap((id, at) => [
      { bucket: id, n: 1 },
      { bucket: placesBucket(id), n: at + 1 },
      ...(at === 0 ? [{ bucket: firstBucket(id), n: 1 }] : []),
    ]),

  sum<Option extends LabelledItem>(options: readonly Option[], count: Count) {
    return options.map((option) => {
      const ranked = count(option.id);
      return {
        option,
        count: ranked,
        first: count(firstBucket(option.id)),
        averagePosition: ranked === 0 ? null : count(placesBucket(option.id)) / ranked,
      };
    });
  },
};

/** The places an option was put in, added up. */
function placesBucket(id: string): string {
  return `${id}+`;
}

function firstBucket(id: string): string {
  return `${id}=1`;
}
