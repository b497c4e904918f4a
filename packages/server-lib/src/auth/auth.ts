import type { Accounts, HostUser } from '../accounts/accounts.js';
import { type HeaderSource, readHeader, toHeaders } from '../http/headers.js';
import type { Caller } from './authenticate.js';
import { type CookiePlace, readCookie, sessionCookieName } from './cookies.js';
import { Session } from './session.js';
import type { Sessions } from './sessions.js';

/** A request as far as telling who is logged in goes: Node's `IncomingMessage` and fetch's `Request` both are one. */
export interface SessionRequest {
  readonly headers: HeaderSource;
}

/** What the host's `session` function is given. */
export interface HostSessionRequest {
  readonly headers: Headers;
  /** The host's own request object, with whatever its middleware put there. */
  readonly request: unknown;
}

/** Tells who is logged in to the host's app; null when nobody is. */
export type HostSession = (request: HostSessionRequest) => HostUser | null | Promise<HostUser | null>;

/** Tells who a request comes from. */
export interface Auth {
  /**
   * Whom an API key belongs to: null when the `X-API-Key` header is missing or its key invalid.
   *
   * @example
   * const caller = await askwell.auth.authenticate(request.headers);
   * if (!caller) return response.writeHead(401).end();
   */
  authenticate(headers: HeaderSource): Promise<Caller | null>;
  /** The owner who is logged in, by Askwell's own cookie or by the host's `session` function; null when nobody is. */
  session(request: SessionRequest): Promise<Session | null>;
}

/** Finds the owner who is logged in, from a request's headers; the host's function is given the request itself. */
export type Identify = (headers: HeaderSource, request: unknown) => Promise<Session | null>;

export interface IdentifyOptions {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly hostSession: HostSession | undefined;
  readonly cookiePlace: CookiePlace;
}

export function createIdentify({ accounts, sessions, hostSession, cookiePlace }: IdentifyOptions): Identify {
  return async (headers, request) => {
    if (!hostSession) return sessions.verify(readCookie(readHeader(headers, 'cookie'), sessionCookieName(cookiePlace)));
    const user = await hostSession({ headers: toHeaders(headers), request });
    const account = user && (await accounts.ofHostUser(user));
    return account ? Session.verify(account, null) : null;
  };
}

export function createAuth(
  authenticate: (key: string | undefined) => Promise<Caller | null>,
  identify: Identify,
): Auth {
  return {
    authenticate: (headers) => authenticate(readHeader(headers, 'x-api-key')),
    session: (request) => identify(request.headers, request),
  };
}
