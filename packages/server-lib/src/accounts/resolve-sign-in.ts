import { Session } from '../access/session.js';
import { type CookieSettings, readCookie, sessionCookieName } from '../access/session-cookie.js';
import type { HttpExchange } from '../http/exchange.js';
import { type HeaderSource, readHeader, toHeaders } from '../http/headers.js';
import type { HostUser } from '../http/host-user.js';
import type { AccountRow } from './account-queries.js';
import type { AccountService } from './account-service.js';
import { type GetUser, parseHostUser } from './host-user.js';
import type { SessionService } from './session-service.js';

/** A request, as far as telling who is signed in goes. */
export interface SignInRequest {
  readonly headers: HeaderSource;
  /** The host's own request object. */
  readonly request: unknown;
  /** The host's user, where its handler knows already; null when nobody is signed in. */
  readonly user: HostUser | null | undefined;
}

/** Tells who is signed in: by Askwell's own cookie, or to the host app. */
export interface SignInResolver {
  /** The session of an owner; null when nobody is signed in or the host's user has no account yet. */
  find(request: SignInRequest): Promise<Session | null>;
  /** The same, but a user of the host who has no account yet gets one. */
  ensure(request: SignInRequest): Promise<Session | null>;
  /** Whether the host says who is signed in, so that Askwell has no passwords of its own. */
  isHostManaged(request: SignInRequest): boolean;
}

export function toSignInRequest(exchange: HttpExchange): SignInRequest {
  return { headers: exchange.headers(), request: exchange.raw, user: exchange.user };
}

export interface SignInResolverOptions {
  readonly accounts: AccountService;
  readonly sessions: SessionService;
  readonly getUser: GetUser | undefined;
  readonly cookiePlace: CookieSettings;
}

export function createSignInResolver({
  accounts,
  sessions,
  getUser,
  cookiePlace,
}: SignInResolverOptions): SignInResolver {
  const isHostManaged = ({ user }: SignInRequest) => getUser !== undefined || user !== undefined;

  async function hostUserOf({ user, headers, request }: SignInRequest): Promise<HostUser | null> {
    if (user !== undefined || getUser === undefined) return parseHostUser(user, 'user');
    return parseHostUser(await getUser({ headers: toHeaders(headers), request }), 'getUser');
  }

  async function accountOf(user: HostUser, mayCreate: boolean): Promise<AccountRow | undefined> {
    const known = await accounts.findByExternalId(user.id);
    const isCurrent = known?.name === user.name && known.email === user.email;
    if (isCurrent || !mayCreate) return known;
    return (await accounts.ensure(user, false)).row;
  }

  async function identify(request: SignInRequest, mayCreate: boolean): Promise<Session | null> {
    if (!isHostManaged(request)) {
      return sessions.verify(readCookie(readHeader(request.headers, 'cookie'), sessionCookieName(cookiePlace)));
    }
    const user = await hostUserOf(request);
    const account = user && (await accountOf(user, mayCreate));
    return account ? Session.verify(account, null) : null;
  }

  return {
    find: (request) => identify(request, false),
    ensure: (request) => identify(request, true),
    isHostManaged,
  };
}
