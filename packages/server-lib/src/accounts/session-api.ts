import type { Session } from '../access/session.js';
import { type HeaderSource, readHeader } from '../http/headers.js';
import type { HostUser } from '../http/host-user.js';
import type { Caller } from '../keys/authenticate-key.js';
import type { SignInResolver } from './resolve-sign-in.js';

/** A request, as far as telling who is signed in goes: Node's `IncomingMessage` and fetch's `Request` both are one. */
export interface SessionRequest {
  readonly headers: HeaderSource;
}

/** What a host may know about a request. */
export interface SessionContext {
  /** The user who is signed in to the host app; null when nobody is. Without it, the `getUser` option is asked. */
  user?: HostUser | null | undefined;
}

/** Tells who sends a request. */
export interface Auth {
  /**
   * Returns the owner of the API key in the `X-API-Key` header; null when it is missing or invalid.
   *
   * @example
   * const caller = await askwell.auth.authenticate(request.headers);
   * if (!caller) return response.writeHead(401).end();
   */
  authenticate(headers: HeaderSource): Promise<Caller | null>;
  /**
   * Returns the owner who is signed in, by Askwell's own cookie or by `getUser`; null when nobody is. A user of the host
   * who has no account yet gets one.
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
