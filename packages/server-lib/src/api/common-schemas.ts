import { z } from 'zod';
import type { Timestamp } from '../http/response-types.js';
import { namedSchema } from '../validation/documented.js';

/** Every time in a reply. */
export const timestampWire = namedSchema<Timestamp>()(
  'Timestamp',
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  { description: 'ISO 8601 in UTC with microseconds.', examples: ['2026-01-31T09:05:07.004213Z'] },
);

/** How many of something there are. */
export const countWire = z.int().min(0);

/** A part of a whole. */
export const shareWire = z.number().min(0).max(1);

/** Ids of options, questions and fields. */
export const partIdWire = z.string().regex(/^[a-z0-9_-]{1,40}$/);

/** How many answers came in each hour. */
export const timelineWire = z.array(z.object({ at: timestampWire, count: countWire }));
