import type { Clock } from '../../base/clock.js';
import { callOutside, DeadlineError } from '../../base/deadline.js';
import { AskwellError } from '../../base/errors.js';
import type { HttpExchange } from '../../http/exchange.js';
import { type HeaderSource, readHeader, toHeaders } from '../../http/headers/headers.js';
import type { HostUser } from '../../http/host-user.js';
import type { EditorRules } from '../access/editor-rules.js';
import { Session } from '../access/session.js';
import { type CookieSettings, readCookie, sessionCookieName } from '../access/session-cookie.js';
import type { AccountRow } from './account-queries.js';
import type { AccountService } from './account-service.js';
import { type GetUser, isEmailVerified, parseHostUser, parseHostUserId } from './host-user.js';
import type { SessionService } from './session-service.js';

/** The parts of a request that identify the signed-in owner. */
export interface SignInRequest {
  readonly headers: HeaderSource;
  /** The request object of the host. */
  readonly request: unknown;
  /** The host user, if the host's handler has passed one; null if nobody is signed in. */
  readonly user: HostUser | null | undefined;
}

/**
 * Identifies the signed-in owner, by Askwell's own session cookie or through the host app. If the host signs users in, only sessions of its
 * links count, and only while it names no user. A session of another user ends.
 */
export interface SignInResolver {
  /** Returns the session of the owner; null if nobody is signed in or the host user has no account yet. */
  find(request: SignInRequest): Promise<Session | null>;
  /**
   * Returns the session of the owner, and creates the account of a host user who has no account; null if nobody is
   * signed in.
   */
  ensure(request: SignInRequest): Promise<Session | null>;
  /**
   * Returns the host's own ID of the signed-in user, who needs no account; null if nobody is signed in, or if the host does not sign
   * users in.
   */
  findUserId(request: SignInRequest): Promise<string | null>;
  /**
   * Returns the account of a user of the host, as for a request of the user. Creates the account if it does not exist.
   */
  accountOf(user: HostUser): Promise<AccountRow>;
  /** Returns whether the host signs users in, so that Askwell needs no passwords. */
  isHostManaged(request: SignInRequest): boolean;
}

/** The time that `getUser` may take, in milliseconds. */
const getUserTimeout = 10_000;

export function toSignInRequest(exchange: HttpExchange): SignInRequest {
  return { headers: exchange.headers(), request: exchange.raw, user: exchange.user };
}

export interface SignInResolverOptions {
  readonly accounts: AccountService;
  readonly sessions: SessionService;
  readonly getUser: GetUser | undefined;
  readonly clock: Clock;
  readonly cookieSettings: CookieSettings;
  /** What the host allows its users. */
  readonly rules: EditorRules | null;
}

export function createSignInResolver({
  accounts,
  sessions,
  getUser,
  clock,
  cookieSettings,
  rules,
}: SignInResolverOptions): SignInResolver {
  const isHostManaged = ({ user }: SignInRequest) => getUser !== undefined || user !== undefined;

  /** Returns the user as the host returned it. */
  async function askHost({ headers, request }: SignInRequest): Promise<unknown> {
    if (getUser === undefined) return null;
    const call = () => getUser({ headers: toHeaders(headers), request });
    return callOutside(call, { what: '`getUser`', clock, timeout: getUserTimeout }).catch((cause: unknown) => {
      throw cause instanceof DeadlineError ? new AskwellError('unavailable', undefined, { cause }) : cause;
    });
  }

  /** Returns the host user, parsed by a function that gets the name of its source. */
  async function hostUserOf<User>(
    request: SignInRequest,
    parse: (value: unknown, source: string) => User | null,
  ): Promise<User | null> {
    if (request.user !== undefined) return parse(request.user, 'user');
    return parse(await askHost(request), 'getUser');
  }

  async function accountOf(user: HostUser, mayCreate: boolean): Promise<AccountRow | undefined> {
    const known = await accounts.findByExternalId(user.id);
    const isVerified = !isEmailVerified(user.emailVerified) || known?.email_verified_at !== null;
    const isCurrent = known?.name === user.name && known.email === (user.email ?? null) && isVerified;
    if (isCurrent || !mayCreate) return known;
    return (await accounts.ensure(user, false)).row;
  }

  async function identify(request: SignInRequest, mayCreate: boolean): Promise<Session | null> {
    const token = readCookie(readHeader(request.headers, 'cookie'), sessionCookieName(cookieSettings));
    const own = await sessions.verify(token);
    if (!isHostManaged(request)) return own;
    // A password session was opened before the host signed its users in.
    const linked = own?.isOfHost ? own : null;
    const user = await hostUserOf(request, parseHostUser);
    if (!user) return linked;
    const account = await accountOf(user, mayCreate);
    if (linked && linked.account.id !== account?.id) await sessions.close(token);
    return account ? Session.verify(account, null, true, rules) : null;
  }

  return {
    accountOf: async (user) => {
      const account = await accountOf(user, true);
      if (!account) throw new AskwellError('not_found');
      return account;
    },
    find: (request) => identify(request, false),
    ensure: (request) => identify(request, true),
    findUserId: (request) => hostUserOf(request, parseHostUserId),
    isHostManaged,
  };
}
