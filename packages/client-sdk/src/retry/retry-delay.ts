const first = 500;
const most = 8_000;

/** What a wait depends on. */
export interface Wait {
  /** How many repeats there were: 0 before the first. */
  readonly retry: number;
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number | undefined;
  /** Milliseconds until the deadline; Infinity without one. */
  readonly left: number;
  /** At least 0 and below 1. */
  readonly random: number;
}

/**
 * Milliseconds to wait before a repeat; undefined when the deadline comes first. At least what the server asks for, however
 * long, and beyond it anything up to a bound that doubles with each repeat: clients that failed together don't come back
 * together.
 */
export function waitBefore({ retry, retryAfter = 0, left, random }: Wait): number | undefined {
  const least = retryAfter * 1000;
  if (least >= left) return undefined;
  return least + random * Math.min(most, first * 2 ** retry, left - least);
}
