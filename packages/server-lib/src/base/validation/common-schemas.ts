import { z } from 'zod';
import { component, described } from './documented.js';

/** A time in a response. */
export const timestampSchema = component('Timestamp', z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/), {
  description: 'RFC 3339 timestamp in UTC with microseconds: `2026-01-31T09:05:07.004213Z`.',
  format: 'date-time',
  examples: ['2026-01-31T09:05:07.004213Z'],
});

/** A number of items. */
export const countSchema = z.int().min(0);

/** A part of a whole. */
export const shareSchema = z.number().min(0).max(1);

/** IDs of options, questions and fields in responses. */
export const partIdSchema = z.string().regex(/^[a-z0-9_-]{1,40}$/);

/** The number of answers in each hour. */
export const timelineSchema = z.array(
  component('HourCount', z.object({ at: described(timestampSchema, 'The start of the hour.'), count: countSchema }), {
    description: 'Number of answers in one hour.',
  }),
);

/** The number of answers for each value of a scale. */
export const distributionSchema = component(
  'Distribution',
  z.array(
    component('ValueCount', z.object({ value: z.int(), count: countSchema }), {
      description: 'Number of answers with one value of a scale.',
    }),
  ),
  { description: 'Number of answers for each value of a scale.' },
);
