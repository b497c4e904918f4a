/**
 * Makes calls in parallel lanes and returns the calls per second. A quarter more calls run before, as a warm-up.
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
 * Runs parallel lanes for some seconds and returns the steps per second. The warm-up takes as long, because new code is
 * still being compiled.
 *
 * @param {{ lanes: number, seconds: number }} measure
 * @param {(lane: number) => () => Promise<unknown>} open Returns the step that a lane repeats.
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
