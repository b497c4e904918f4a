import { z } from 'zod';
import { component, described, translatable } from '../../base/validation/documented.js';
import { text } from '../../base/validation/text.js';
import type { RatingStyle, ScaleLabels, ScaleLabelsDraft } from '../../shared/contract/resources.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import type { ScaleBounds } from './scale.js';

export const ratingStyle = component('RatingStyle', z.enum(['numbers', 'stars', 'hearts', 'emoji']), {
  description: 'What the values of a scale look like.',
}) satisfies z.ZodType<RatingStyle>;

const endLabel = translatable(text(100))
  .transform((value) => (value === '' ? null : value))
  .nullable();
const members = {
  min: described(endLabel, 'What the lowest value means. Plain text.', null),
  max: described(endLabel, 'What the highest value means. Plain text.', null),
};
const description = 'The labels of the ends of a scale.';

/** The labels of a scale in responses. */
export const scaleLabels = component('ScaleLabels', z.object(members), {
  description,
}) satisfies z.ZodType<ScaleLabels>;

/** The labels of a scale in requests. */
export const scaleLabelsDraft = component('ScaleLabelsDraft', z.strictObject(members).partial(), {
  description,
}) satisfies z.ZodType<ScaleLabelsDraft>;

/** The number of values that a scale with a style, which starts at 1, can have. */
const counts = { stars: { min: 2, max: 10 }, hearts: { min: 2, max: 10 }, emoji: { min: 3, max: 5 } };

export const styleText =
  'What visitors choose from. "stars" and "hearts" require a `scale` from 1 to at most 10, and "emoji" from 1 to 3, 4 or 5.';
export const labelsText = 'What the ends of the scale mean. Each label has at most 100 characters.';

/** Returns a fault if a scale cannot have a style. */
export function checkStyle(style: RatingStyle, scale: ScaleBounds): Fault | undefined {
  if (style === 'numbers') return undefined;
  const { min, max } = counts[style];
  return scale.min === 1 && scale.max >= min && scale.max <= max ? undefined : fault('needs_scale', { min, max });
}

/** Completes the labels of a scale. Returns null for a scale without labels. */
export function completeLabels(draft: ScaleLabelsDraft | null | undefined): ScaleLabels | null {
  const { min = null, max = null } = draft ?? {};
  return min === null && max === null ? null : { min, max };
}
