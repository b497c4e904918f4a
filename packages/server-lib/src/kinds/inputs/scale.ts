import { z } from 'zod';
import type { Faults } from '../../base/faults/faults.js';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { component } from '../../base/validation/documented.js';
import type { Contribution, Count } from '../../core/results/contribution.js';
import { fault } from '../../shared/faults/fault.js';
import { npsScale } from '../../shared/presentation/scales.js';
import { scaleSteps } from './ratings.js';

export interface ScaleBounds {
  readonly min: number;
  readonly max: number;
}

const longestScale = 100;
const end = z.int().min(-longestScale).max(longestScale);
const members = { min: end, max: end };
const description = 'The ends of a rating scale. Both are included. A scale has at most 100 values.';

/** A scale in responses. */
export const scaleSchema = component('Scale', z.object(members), { description });

/** A scale in requests. */
export const scaleDraft = component(
  'ScaleDraft',
  z.strictObject(members).refine(({ min, max }) => min < max && max - min < longestScale, {
    error: faultMessage(fault('invalid_scale', { max: longestScale })),
  }),
  { description },
);

const firstPassive = 7;
const firstPromoter = 9;

/** A step of a scale. */
export const scaleInput = {
  check({ min, max }: ScaleBounds, value: unknown, path: string, faults: Faults): number | undefined {
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value + 0;
    faults.add(path, fault('off_scale', { min, max }));
    return undefined;
  },

  contribute: (value: number): Contribution[] => [{ bucket: stepBucket(value), n: 1 }],

  summarize(bounds: ScaleBounds, count: Count) {
    const distribution = scaleSteps(bounds).map((value) => ({ value, count: count(stepBucket(value)) }));
    const answers = distribution.reduce((sum, step) => sum + step.count, 0);
    const total = distribution.reduce((sum, step) => sum + step.value * step.count, 0);
    return { average: answers === 0 ? null : total / answers, distribution };
  },

  /** Returns what an answer counts. The average of these numbers is the net promoter score. */
  npsPoints: (value: number) => (value >= firstPromoter ? 100 : value >= firstPassive ? 0 : -100),

  /** Returns the net promoter score. */
  nps(count: Count) {
    const between = (from: number, to: number) =>
      scaleSteps({ min: from, max: to }).reduce((sum, value) => sum + count(stepBucket(value)), 0);
    const detractors = between(npsScale.min, firstPassive - 1);
    const passives = between(firstPassive, firstPromoter - 1);
    const promoters = between(firstPromoter, npsScale.max);
    const answers = detractors + passives + promoters;
    return {
      promoters,
      passives,
      detractors,
      score: answers === 0 ? null : ((promoters - detractors) / answers) * 100,
    };
  },
};

function stepBucket(value: number): string {
  return `=${value}`;
}
