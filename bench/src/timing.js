/**
 * Makes calls in so many lanes, in each one after the other, and tells how many went through in a second. A first share
 * of them warms up.
 *
 * @param {number} calls
 * @param {(at: number) => unknown} action
 * @param {number} [lanes]
 */
export async function callsPerSecond(calls, action, lanes = 1) {
  await callAll(calls / 4, action, lanes);
  const since = performance.now();
  await callAll(calls, action, lanes);
  return calls / ((performance.now() - since) / 1000);
}

/**
 * @param {number} calls
 * @param {(at: number) => unknown} action
 * @param {number} lanes
 */
async function callAll(calls, action, lanes) {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < calls; at = next++) await action(at);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Keeps so many lanes busy for a while and tells how many steps they took in a second. They warm up for as long before:
 * what has just started runs code that is still being compiled, and a server runs for days.
 *
 * @param {{ lanes: number, seconds: number }} measure
 * @param {(lane: number) => () => Promise<unknown>} open What a lane does, again and again.
 */
export async function stepsPerSecond({ lanes, seconds }, open) {
  const steps = Array.from({ length: lanes }, (_, lane) => open(lane));
  await runLanes(steps, seconds);
  const since = performance.now();
  const count = await runLanes(steps, seconds);
  return count / ((performance.now() - since) / 1000);
}

/**
 * @param {(() => Promise<unknown>)[]} steps
 * @param {number} seconds
 */
async function runLanes(steps, seconds) {
  const until = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    steps.map(async (step) => {
      while (performance.now() < until) {
        await step();
        count++;
      }
    }),
  );
  return count;
}
