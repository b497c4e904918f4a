import type { Faults } from '../../base/faults/faults.js';
import type { Contribution, Count } from '../../core/results/contribution.js';
import { fault } from '../../shared/faults/fault.js';
import { type ItemWithId, idsOf } from './option-list.js';

export interface RatingsDefinition {
  readonly options: readonly ItemWithId[];
  readonly scale: { readonly min: number; readonly max: number };
}

export interface RatingTotals {
  readonly id: string;
  readonly votes: number;
  readonly average: number | null;
  readonly histogram: { readonly value: number; readonly count: number }[];
}

/** A step of a scale for each option. Options may be omitted. */
export const ratingsInput = {
  check(
    definition: RatingsDefinition,
    answer: unknown,
    path: string,
    faults: Faults,
  ): Record<string, number> | undefined {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
      faults.add(path, answer === undefined || answer === null ? fault('nothing_rated') : fault('not_answers_by_id'));
      return undefined;
    }
    const { min, max } = definition.scale;
    const optionIds = idsOf(definition.options);
    const rated = new Map<string, number>();
    // Checks one option more than the poll has. Among that many, at least one is unknown.
    for (const [id, value] of Object.entries(answer).slice(0, definition.options.length + 1)) {
      if (!optionIds.has(id)) faults.add(`${path}.${id}`, fault('unknown_option'));
      else if (!Number.isInteger(value) || value < min || value > max) {
        faults.add(`${path}.${id}`, fault('off_scale', { min, max }));
      } else rated.set(id, value);
    }
    if (Object.keys(answer).length === 0) faults.add(path, fault('nothing_rated'));
    return Object.fromEntries(rated);
  },

  contribute: (answer: Readonly<Record<string, number>>): Contribution[] =>
    Object.entries(answer).flatMap(([id, value]) => [
      { bucket: id, n: 1 },
      { bucket: `${id}=${value}`, n: 1 },
    ]),

  summarize({ options, scale }: RatingsDefinition, count: Count): RatingTotals[] {
    return options.map(({ id }) => {
      const histogram = scaleSteps(scale).map((value) => ({ value, count: count(`${id}=${value}`) }));
      const votes = count(id);
      const total = histogram.reduce((sum, step) => sum + step.value * step.count, 0);
      return { id, votes, average: votes === 0 ? null : total / votes, histogram };
    });
  },
};

/** Returns all steps of a scale. */
export function scaleSteps({ min, max }: { min: number; max: number }): number[] {
  return Array.from({ length: max - min + 1 }, (_, at) => min + at);
}
