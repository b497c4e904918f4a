import type { Clock } from './clock.js';

/** Milliseconds between two lines. */
const interval = 1_000;

/** Writes a line, or counts the event for the next line. */
export type PacedLog = (details: object, message: string, count?: number) => void;

/**
 * Creates a log for events that anybody can cause often. It writes at most one line a second. The `count` of a line is
 * the number of events since the previous line.
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
