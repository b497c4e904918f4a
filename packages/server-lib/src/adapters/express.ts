import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeMount } from './mounts.js';

/** A handler of Express and Connect. `HostRequest` is the type of the `request` that `getUser` receives. */
export type ExpressHandler<HostRequest extends IncomingMessage> = (
  request: HostRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/**
 * Returns a handler for Express and Connect. Requests that are not for Askwell are passed to the next handler. `getUser`
 * receives the Express request.
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
