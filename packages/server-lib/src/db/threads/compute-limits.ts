import { type Clock, systemClock } from '../../base/clock.js';
import type { ComputeLimit } from '../operation.js';

/** The limit of a report in the reader thread, for which other reports wait. */
export const threadLimit: ComputeLimit = { elapsed: systemClock.elapsed, milliseconds: 50 };

/** Returns the limit of a report on the event loop, for which all requests wait. */
export function inlineLimit({ elapsed }: Pick<Clock, 'elapsed'> = systemClock): ComputeLimit {
  return { elapsed, milliseconds: 8 };
}
