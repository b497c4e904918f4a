/** Reads for callers with the same key, who share them. */
export type SharedReads<Outcome> = (key: string, read: () => Promise<Outcome>) => Promise<Outcome>;

/**
 * Creates a function that reads once for all callers with the same key at the same time. Each caller gets the outcome of a read
 * that starts after the call. While a read runs, the next one waits for its end: so two reads are enough for any number of
 * callers, and nobody waits for more than two.
 */
export function createSharedReads<Outcome>(): SharedReads<Outcome> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Outcome>>();

  return (key, read) => {
    const waiting = next.get(key);
    if (waiting) return waiting;
    // Not at once, because other callers may follow in the same turn.
    const started = (running.get(key) ?? Promise.resolve()).then(() => {
      next.delete(key);
      const outcome = read();
      const ended: Promise<void> = outcome
        .then(ignore, ignore)
        .then(() => void (running.get(key) === ended && running.delete(key)));
      running.set(key, ended);
      return outcome;
    });
    next.set(key, started);
    return started;
  };
}

const ignore = (): void => {};
