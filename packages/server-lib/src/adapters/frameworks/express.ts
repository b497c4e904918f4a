import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeMount } from './mounts.js';

/** Handles requests of Express and Connect. `HostRequest` is the request that `getUser` receives. */
export type ExpressHandler<HostRequest extends IncomingMessage> = (
  request: HostRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Returns a handler for Express and Connect. `getUser` receives the Express request. Requests that are not Askwell's go to
 * the next handler.
 *
 * @example
 * const askwell = createAskwell<express.Request>({ database, baseUrl, getUser: ({ request }) => request.user });
 * app.use('/polls', toExpressHandler(askwell));
 */
export function toExpressHandler<HostRequest extends IncomingMessage>(
  askwell: NodeMount<HostRequest>,
): ExpressHandler<HostRequest> {
  return (request, response, next) => askwell.node(request, response, next, { request });
}
