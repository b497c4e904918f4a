import { z } from 'zod';
import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { faultMessage } from '../../faults/zod-faults.js';
import type { Contribution, Count } from '../contribution.js';
import { scaleSteps } from '../options/ratings.js';

export interface ScaleBounds {
  readonly min: number;
  readonly max: number;
}

const maxScale = 100;
const bound = z.int().min(-maxScale).max(maxScale);

/** Validates the scale in a draft. */
export const scaleMember = z
  .strictObject({ min: bound, max: bound })
  .refine(({ min, max }) => min < max && max - min < maxScale, {
    error: faultMessage(fault('invalid_scale', { max: maxScale })),
  });

/** The scale of net promoter scores. */
export const npsScale: ScaleBounds = { min: 0, max: 10 };
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
