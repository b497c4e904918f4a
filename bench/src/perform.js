/** @typedef {Record<string, (input: any) => unknown>} Methods */

/**
 * Returns a function that performs the calls of one contender.
 *
 * @param {(input: any) => Methods | Promise<Methods>} open Opens the contender and returns its methods, optionally with `close`.
 */
export function createPerformer(open) {
  /** @type {Methods} */
  let methods = {};

  return async (/** @type {string} */ method, /** @type {unknown} */ input) => {
    if (method === 'open') {
      methods = await open(input);
      return null;
    }
    const action = methods[method];
    if (method === 'close') delete methods[method];
    if (action) return await action(input);
    if (method === 'close') return null;
    throw new Error(`Unknown method ${method}.`);
  };
}
