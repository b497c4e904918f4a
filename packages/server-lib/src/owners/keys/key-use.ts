import { describeUserAgent } from '../access/describe-user-agent.js';

/** The request that a key was sent with. */
export interface KeyRequest {
  readonly method: string;
  /** The pattern of the path; undefined if no pattern matches. */
  readonly path: string | undefined;
  readonly userAgent: string | undefined;
}

/** The last use of a key, as its owner sees it. It contains neither an address nor what was sent. */
export interface KeyUse {
  /** The method and the pattern of the path, such as `GET /api/v1/polls/{id}`. Null if no path of the API was requested. */
  readonly operation: string | null;
  /** The name of the client, such as `curl` or `Firefox on Linux`. Null if it is unknown. */
  readonly client: string | null;
}

/** Longer methods are cut. The methods of the API are shorter. */
const maxMethodLength = 10;

/**
 * The first product of a `User-Agent`, without its version. It begins with a letter and has no dots, so that it is not
 * an address.
 */
const product = /^[A-Za-z][A-Za-z0-9_-]{0,39}(?=[/ ]|$)/;

/**
 * Describes the use of a key. Called for the uses that are stored or shown, and not for each request.
 *
 * @param request Null for code of the host, which has no request.
 */
export function describeKeyUse(request: KeyRequest | null): KeyUse {
  if (request === null) return { operation: null, client: null };
  const { method, path, userAgent } = request;
  const operation = path === undefined ? null : `${method.slice(0, maxMethodLength)} ${path}`;
  const name = userAgent === undefined ? undefined : product.exec(userAgent)?.[0];
  // All browsers say that they are Mozilla.
  return { operation, client: name === 'Mozilla' ? describeUserAgent(userAgent) : (name ?? null) };
}
