import { createAskwell } from '@askwell/server';
import { createKeys, registerOwner, signIn } from '../owners.js';

/**
 * @typedef {object} Measured
 * @property {number} status
 * @property {number} held The longest time in milliseconds during which nothing else ran on the event loop.
 * @property {number} memory The bytes by which the heap and the buffers grew until the response was complete.
 * @property {string} text
 */

/** A server whose requests are function calls, so that each can be measured alone. */
export const open = async (/** @type {{ database: string }} */ { database }) => {
  const askwell = createAskwell({ database, registration: 'open' });
  const session = await registerOwner(askwell, 'owner@example.com');
  const cookie = await signIn(askwell, 'owner@example.com');
  const [key = ''] = await createKeys(askwell, session, 1);
  const origin = 'http://localhost';
  /** Each request comes from another address, so that the limit of visitors does not apply. */
  let requests = 0;

  /**
   * Sends a request as the owner, and measures it.
   *
   * @param {{ method: string, path: string, type?: string, body?: string }} request
   * @returns {Promise<Measured>}
   */
  async function measure({ method, path, type, body }) {
    const own =
      path.startsWith('/api/') || path === '/mcp' ? { 'x-api-key': key } : { cookie, 'sec-fetch-site': 'same-origin' };
    const headers = { host: 'localhost', ...own, ...(type === undefined ? {} : { 'content-type': type }) };
    globalThis.gc?.();
    const before = memory();
    const stop = watchTurns();
    const reply = await askwell.fetch(new Request(origin + path, { method, headers, body: body ?? null }), {
      address: `127.0.${(requests >> 8) & 255}.${requests++ & 255}`,
    });
    // The client's reading is not a part of the server's turns.
    await new Promise((resolve) => setImmediate(resolve));
    const held = stop();
    const text = await reply.text();
    await new Promise((resolve) => setImmediate(resolve));
    return { status: reply.status, held, memory: memory() - before, text };
  }

  return { measure, close: () => askwell.close() };
};

function memory() {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Watches the turns of the event loop. Returns a function that stops, and returns the time of the longest one. */
function watchTurns() {
  let longest = 0;
  let since = performance.now();
  let isWatching = true;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - since);
    since = now;
    if (isWatching) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isWatching = false;
    return longest;
  };
}
