import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FetchHandler } from './fetch.js';
import type { HostContext } from './mount.js';
import type { NodeHandler } from './node.js';

/** The member of an `Askwell` that helpers for Node frameworks use. */
export interface NodeMount<HostRequest> {
  /** The handler of `http.createServer`. */
  readonly node: NodeHandler<HostRequest>;
}

/** The member of an `Askwell` that helpers for fetch frameworks use. */
export interface FetchMount<HostRequest> {
  /** The handler of fetch requests. */
  readonly fetch: FetchHandler<HostRequest>;
}

/**
 * Handles a request of a framework that has its own way to pass requests on.
 *
 * @returns A promise that resolves when the response is complete or its connection closed; undefined if the request is not
 * for Askwell.
 */
export function answerWith<HostRequest>(
  { node }: NodeMount<HostRequest>,
  request: IncomingMessage,
  response: ServerResponse,
  context: HostContext<HostRequest>,
): Promise<void> | undefined {
  let isOurs = true;
  const next = (): void => {
    isOurs = false;
  };
  const answered = node(request, response, next, context);
  return isOurs ? answered : undefined;
}
