import type { Reply } from '../../http/exchange.js';

/** Returns the response to a script that has the current state of a page. */
export function notModified(state: string): Reply {
  return { status: 304, headers: ['etag', `"${state}"`, 'cache-control', 'no-store'], body: null };
}
