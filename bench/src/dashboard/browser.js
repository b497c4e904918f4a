import { openClient, request } from '../load.js';

/**
 * A signed-in browser.
 *
 * @typedef {object} Browser
 * @property {import('../process.js').Contender} contender
 * @property {import('./pages.js').Context} context
 * @property {(path: string) => Promise<{ time: number, size: number }>} get Returns the milliseconds until the response is complete.
 * @property {() => void} close
 */

/** @param {import('../process.js').Contender} contender @param {import('./fill.js').Places} places @returns {Promise<Browser>} */
export async function connect(contender, places) {
  const [port, cookie, answers] = [
    await contender.call('port'),
    await contender.call('cookie'),
    await contender.call('answers'),
  ];
  let next = '';
  const client = await openClient(port, () => next, [200]);
  return {
    contender,
    context: { places, answers },
    get(path) {
      next = request('GET', `/dashboard${path}`, { cookie });
      const since = performance.now();
      return new Promise((resolve, reject) => {
        client.send(({ size }) => resolve({ time: performance.now() - since, size }), reject);
      });
    },
    close: client.close,
  };
}
