import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerWith, type FetchMount, type NodeMount } from './mounts.js';

/** An event of h3 1, as Nitro 2 and Nuxt 3 and 4 have it. */
export interface H3NodeEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse };
}

/** An event of h3 2, as Nitro 3 has it. */
export interface H3WebEvent {
  readonly req: Request & { readonly ip?: string | undefined };
}

export type H3Event = H3NodeEvent | H3WebEvent;

/** An h3 handler. `Event` is what `getUser` receives as `request`. */
export type H3Handler<Event extends H3Event> = (event: Event) => Promise<Response | undefined>;

/**
 * Returns an event handler for h3 1 and 2, and so for Nitro and Nuxt. `getUser` receives the event.
 *
 * @example
 * app.all('/polls/**', toH3Handler(askwell)); // h3 2
 * export default defineEventHandler(toH3Handler(askwell)); // server/routes/polls/[...].ts in Nuxt
 */
export function toH3Handler<Event extends H3Event>(askwell: NodeMount<Event> & FetchMount<Event>): H3Handler<Event> {
  return async (event) => {
    const request = webRequestOf(event);
    if (request) return askwell.fetch(request, { address: request.ip, request: event });
    if ('node' in event) await answerWith(askwell, event.node.req, event.node.res, { request: event });
    return undefined;
  };
}

/** Events of h3 1 have `req` too: Node's request. */
function webRequestOf(event: H3Event): H3WebEvent['req'] | undefined {
  return 'req' in event && event.req.headers instanceof Headers ? event.req : undefined;
}
