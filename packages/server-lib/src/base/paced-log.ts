import type { Clock } from './clock.js';

/** Milliseconds between two lines. */
const interval = 1_000;

/** Writes a line, or counts it for the next one. */
export type PacedLog = (details: object, message: string, count?: number) => void;

/**
 * Creates a log of what anybody can cause often. It has at most one line a second, whose `count` has those that were left out.
 *
 * @param write Writes a line to the log of the instance.
 */
export function createPacedLog(
  write: (details: object, message: string) => void,
  { elapsed }: Pick<Clock, 'elapsed'>,
): PacedLog {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let unwritten = 0;
  return (details, message, count = 1) => {
    unwritten += count;
    if (elapsed() - writtenAt < interval) return;
    writtenAt = elapsed();
    const total = unwritten;
    unwritten = 0;
    write({ ...details, count: total }, message);
  };
}
