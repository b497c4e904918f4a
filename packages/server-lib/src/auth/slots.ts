import { AskwellError } from '../errors.js';

/** Runs at most `width` tasks at a time and lets at most `length` wait; more are refused as unavailable. */
export function createSlots(width: number, length: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;

  async function enter(): Promise<void> {
    if (taken < width) {
      taken++;
      return;
    }
    if (waiting.length >= length)
      throw new AskwellError('unavailable', 'Too many people are signing in at once. Try again in a moment.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** The slot goes straight to whoever waits longest. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else taken--;
  }

  return {
    async run<Result>(task: () => Promise<Result>): Promise<Result> {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
