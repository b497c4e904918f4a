import { type HeaderSource, readHeader } from '../../http/headers/headers.js';
import type { HostUser } from '../../http/host-user.js';
import type { Session } from '../../owners/access/session.js';
import type { SignInResolver } from '../../owners/accounts/resolve-sign-in.js';
import type { Caller } from '../../owners/keys/authenticate-key.js';

/** The headers of a request. Node's `IncomingMessage` and the `Request` of fetch both have this type. */
export interface SessionRequest {
  readonly headers: HeaderSource;
}

/** Facts that the host knows about a request. */
export interface SessionContext {
  /** The user who is signed in to the host app; null if nobody is. Default: the result of the `getUser` option. */
  user?: HostUser | null | undefined;
}

/** Identifies the owner who sends a request. */
export interface Auth {
  /**
   * Returns the owner of the API key in the `X-API-Key` header; null if it is missing or invalid.
   *
   * @example
   * const caller = await askwell.auth.authenticate(request.headers);
   * if (!caller) return response.writeHead(401).end();
   */
  authenticate(headers: HeaderSource): Promise<Caller | null>;
  /**
   * Returns the owner who is signed in, by Askwell's own cookie or by `getUser`; null if nobody is. Creates the account of
   * a host user who has none.
   *
   * @example
   * const session = await askwell.auth.session({ headers: await headers() }); // Next
   */
  session(request: SessionRequest, context?: SessionContext): Promise<Session | null>;
}

export function createSessionApi(
  authenticate: (key: string | undefined) => Promise<Caller | null>,
  signIn: SignInResolver,
): Auth {
  return {
    authenticate: (headers) => authenticate(readHeader(headers, 'x-api-key')),
    session: (request, { user } = {}) => signIn.ensure({ headers: request.headers, request, user }),
  };
}
