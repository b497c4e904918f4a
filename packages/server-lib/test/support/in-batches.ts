/** The number of requests at the same time. More would wait longer for a connection than a store allows. */
const batchSize = 200;

/** Runs an action a number of times, many at once, and returns the outcomes in order. */
export async function inBatches<Outcome>(count: number, action: (nth: number) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  while (outcomes.length < count) {
    const start = outcomes.length;
    const size = Math.min(batchSize, count - start);
    outcomes.push(...(await Promise.all(Array.from({ length: size }, (_, at) => action(start + at)))));
  }
  return outcomes;
}
