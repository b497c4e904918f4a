let ending: Promise<void> | undefined;

/**
 * The end of this turn of the event loop. All who wait for it go on together, each in its own async context: what a host
 * keeps in an `AsyncLocalStorage` says who asks. Doing one thing many times over is faster than doing many things in
 * turn: the code stays in the processor's cache, and reads share one state of the database.
 */
export function endOfTurn(): Promise<void> {
  ending ??= new Promise((resolve) => {
    setImmediate(() => {
      ending = undefined;
      resolve();
    });
  });
  return ending;
}
