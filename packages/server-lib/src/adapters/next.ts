import { addressAdviceKey } from './mount.js';
import type { FetchMount } from './mounts.js';

const addressAdvice = "toNextJsHandler(askwell, { address: 'x-real-ip' }), with a header that your proxy always sets";

/** A method that a Next route file can export a handler for. */
export type NextMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** The options of {@link toNextJsHandler}. */
export interface NextOptions<HostRequest> {
  /**
   * The client's address, which Next does not provide: the name of a header that your proxy always sets, or a function.
   * Without it, all clients share one rate limit.
   */
  address?: string | ((request: HostRequest) => string | null | undefined) | undefined;
}

/** A Next route handler. `HostRequest` is the type of the `request` that `getUser` receives. */
export type NextHandler<HostRequest extends Request> = (request: HostRequest) => Promise<Response>;

/**
 * Returns the handlers of a route file of the App Router, such as `app/polls/[[...path]]/route.ts`. `getUser` receives the
 * `NextRequest`.
 *
 * @example
 * export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextJsHandler(askwell, { address: 'x-real-ip' });
 */
export function toNextJsHandler<HostRequest extends Request>(
  askwell: FetchMount<HostRequest>,
  { address }: NextOptions<HostRequest> = {},
): Record<NextMethod, NextHandler<HostRequest>> {
  const addressOf = typeof address === 'string' ? fromHeader(address) : address;
  const handle: NextHandler<HostRequest> = (request) =>
    askwell.fetch(request, { address: addressOf?.(request) ?? undefined, [addressAdviceKey]: addressAdvice, request });
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

function fromHeader(name: string): (request: Request) => string | null {
  return (request) => request.headers.get(name);
}
