/**
 * The child's side of `process.js`: runs the methods that the parent calls.
 *
 * @typedef {Record<string, (input: any) => unknown>} Methods
 */

/**
 * @param {(input: any) => Methods | Promise<Methods>} open Opens the contender and returns its methods, optionally with `close`.
 */
export function offer(open) {
  /** @type {Methods} */
  let methods = {};

  /** @param {string} method @param {unknown} input */
  async function perform(method, input) {
    if (method === 'open') {
      methods = await open(input);
      return null;
    }
    const action = methods[method];
    if (method === 'close') delete methods[method];
    if (action) return await action(input);
    if (method === 'close') return null;
    throw new Error(`Unknown method ${method}.`);
  }

  // A probe, or a connection that a failed measurement left open, must not keep the process running, nor a parent that failed.
  process.once('disconnect', () => {
    perform('close', undefined).finally(() => process.exit());
  });

  process.on('message', (/** @type {{ id: number, method: string, input: unknown }} */ { id, method, input }) => {
    perform(method, input).then(
      (value) => process.send?.({ id, value }),
      (error) => process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
