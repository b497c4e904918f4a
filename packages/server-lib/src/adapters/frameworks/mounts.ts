import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { FetchHandler } from '../fetch.js';
import type { HostContext } from '../mount.js';
import type { NodeHandler } from '../node.js';

/** The member of an `Askwell` that helpers for frameworks on Node's server use. */
export interface NodeMount<HostRequest> {
  readonly node: NodeHandler<HostRequest>;
}

/** The member of an `Askwell` that helpers for frameworks over fetch use. */
export interface FetchMount<HostRequest> {
  readonly fetch: FetchHandler<HostRequest>;
}

/**
 * Lets Askwell answer a request of a framework that has its own way to pass a request on.
 *
 * @returns A promise that resolves when the response is complete or its connection closed, and undefined when the request
 * is not Askwell's.
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
  node(request, response, next, context);
  return isOurs ? new Promise((resolve) => finished(response, () => resolve())) : undefined;
}
