import type { Micros } from '../../base/clock.js';

/** The length of a day in microseconds. */
const day: Micros = 24 * 3_600_000_000;

/** Returns when a day starts, which is counted from the epoch. */
export function startOfDay(days: number): Micros {
  return days * day;
}

/** The average of the answers of a day. */
export interface DayAverage {
  /** The number of days since the epoch, in UTC. */
  readonly day: number;
  readonly answers: number;
  readonly average: number;
}

/** Averages numbers by day. */
export function createDayAverages() {
  const days = new Map<number, { answers: number; average: number }>();
  return {
    add(at: Micros, value: number): void {
      const key = Math.floor(at / day);
      const entry = days.get(key) ?? { answers: 0, average: 0 };
      days.set(key, entry);
      entry.answers++;
      // Sums of the largest numbers would be infinite.
      entry.average += value / entry.answers - entry.average / entry.answers;
    },
    /** The days with numbers, in ascending order. */
    get found(): readonly DayAverage[] {
      return [...days].sort(([a], [b]) => a - b).map(([key, entry]) => ({ day: key, ...entry }));
    },
  };
}

/** Returns the average of all answers of several days. Null without days. */
export function averageOf(days: readonly DayAverage[]): number | null {
  const answers = days.reduce((sum, one) => sum + one.answers, 0);
  return answers === 0 ? null : days.reduce((sum, one) => sum + one.average * (one.answers / answers), 0);
}

/** Rounds to 12 digits, so that an average of 3 is not 2.9999999999999996. */
export function withoutNoise(average: number): number {
  return Number(average.toPrecision(12));
}
