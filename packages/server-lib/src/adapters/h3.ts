import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressAdviceKey } from './mount.js';
import { answerWith, type FetchMount, type NodeMount } from './mounts.js';

const addressAdvice =
  'use a server whose requests have `ip`, such as that of srvx for Node, or call askwell.fetch(request, { address })';

/** An event of h3 1, which Nitro 2, Nuxt 3 and Nuxt 4 use. */
export interface H3NodeEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse };
}

/** An event of h3 2, which Nitro 3 uses. */
export interface H3WebEvent {
  readonly req: Request & { readonly ip?: string | undefined };
}

/** An event of h3 1 or 2. */
export type H3Event = H3NodeEvent | H3WebEvent;

/** An h3 handler. `Event` is the type of the `request` that `getUser` receives. */
export type H3Handler<Event extends H3Event> = (event: Event) => Promise<Response | undefined>;

/**
 * Returns an event handler for h3 1 and 2, which Nitro and Nuxt use. `getUser` receives the event.
 *
 * @example
 * app.all('/polls/**', toH3Handler(askwell)); // h3 2
 * export default defineEventHandler(toH3Handler(askwell)); // server/routes/polls/[...].ts in Nuxt
 */
export function toH3Handler<Event extends H3Event>(askwell: NodeMount<Event> & FetchMount<Event>): H3Handler<Event> {
  return async (event) => {
    const request = webRequestOf(event);
    if (request)
      return askwell.fetch(request, { address: request.ip, [addressAdviceKey]: addressAdvice, request: event });
    if ('node' in event) await answerWith(askwell, event.node.req, event.node.res, { request: event });
    return undefined;
  };
}

/** Events of h3 1 can have a `req` too, which is a Node request. */
function webRequestOf(event: H3Event): H3WebEvent['req'] | undefined {
  return 'req' in event && event.req.headers instanceof Headers ? event.req : undefined;
}
