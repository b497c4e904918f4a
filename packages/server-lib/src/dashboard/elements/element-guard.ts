import { AskwellError } from '../../base/errors.js';
import { nextTurn, turnForRequest } from '../../base/event-loop.js';
import { readBody } from '../../http/body.js';
import { corsHeaders, preflightHeaders } from '../../http/cors.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { definitionFormLimit } from '../../http/limits.js';
import type { PageEndpoint, PageHandler } from '../../http/page-endpoint.js';
import { errorReply, json, withHeaders } from '../../http/reply.js';
import type { Params } from '../../http/router.js';
import type { Services } from '../../instance/assemble-services.js';
import { isSameOrigin } from '../../owners/access/same-origin.js';
import type { Scope } from '../../owners/access/scope.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import { type TokenAccess, type TokenAction, tokenActions } from '../../owners/tokens/token-access.js';
import { tokenPrefix } from '../../owners/tokens/token-service.js';
import type { ErrorBody } from '../../shared/contract/response-types.js';

/** A request of an element in a page of the host: with a token, or by a signed-in owner on the same origin. */
export interface ElementRequest {
  readonly exchange: HttpExchange;
  readonly params: Params;
  readonly scope: Scope;
  readonly access: TokenAccess;
}

type Handle = (request: ElementRequest, body: unknown) => Promise<Reply>;

/** What a path does, and what the caller must be allowed to do. Null: everyone who may do anything. */
export interface ElementHandlers {
  readonly path: string;
  readonly get?: { readonly needs: TokenAction | null; readonly handle: Handle };
  readonly post?: { readonly needs: TokenAction | null; readonly handle: Handle };
}

const everything: TokenAccess = { asks: null, can: tokenActions };

/** The same response for a missing, malformed, unknown, expired and revoked token. */
const unauthorized = json(401, { message: 'Token is invalid, expired or missing.' } satisfies ErrorBody, [
  'www-authenticate',
  'Bearer realm="Askwell"',
]);

const preflight: Reply = {
  status: 204,
  headers: preflightHeaders('GET, POST', corsHeaders, 'Authorization, Content-Type, If-None-Match, X-Request-Id'),
  body: null,
};

/** Returns the token of a request. Undefined for other schemes and tokens, such as those of the host. */
function tokenOf(exchange: HttpExchange): string | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(exchange.header('authorization') ?? '') ?? [];
  return token?.startsWith(tokenPrefix) ? token : undefined;
}

/** Creates the function that makes endpoints for elements. Only requests with a token have CORS headers, and no request has credentials. */
export function createElementGuard({
  signIn,
  tokens,
  urls,
  enabledPages,
  accountLimiter,
  partyOf,
}: Pick<Services, 'signIn' | 'tokens' | 'urls' | 'enabledPages' | 'accountLimiter' | 'partyOf'>) {
  /** Returns who sends a request. Null if nobody is known. */
  async function identify(exchange: HttpExchange): Promise<Pick<ElementRequest, 'scope' | 'access'> | null> {
    const token = tokenOf(exchange);
    if (token !== undefined) return tokens.find(token);
    const isForeign =
      exchange.method === 'POST'
        ? !isSameOrigin(exchange, urls.origin)
        : exchange.header('sec-fetch-site') === 'cross-site';
    if (isForeign) throw new AskwellError('forbidden', 'Pages of other origins need a token.');
    // A host without the dashboard does not let its users edit.
    const session = enabledPages.dashboard ? await signIn.ensure(toSignInRequest(exchange)) : null;
    return session && { scope: session.scope, access: everything };
  }

  async function countRequest(account: number): Promise<void> {
    const { admitted, retryAfterSeconds } = await accountLimiter.take(account);
    if (!admitted) throw new AskwellError('rate_limited', undefined, { retryAfter: retryAfterSeconds });
  }

  function handlerOf({ needs, handle }: { readonly needs: TokenAction | null; readonly handle: Handle }): PageHandler {
    return async (exchange, params) => {
      const cors = tokenOf(exchange) === undefined ? [] : corsHeaders;
      const caller = await identify(exchange);
      if (!caller) return withHeaders(unauthorized, cors);
      const { account } = caller.scope;
      exchange.account = account;
      await countRequest(account);
      await turnForRequest(partyOf(exchange), exchange);
      requireReach(caller.access, params['id']);
      if (needs !== null && !caller.access.can.includes(needs)) throw new AskwellError('forbidden');
      let body: unknown;
      if (exchange.method === 'POST') {
        await exchange.body(definitionFormLimit);
        await nextTurn(account);
        body = await readBody(exchange, definitionFormLimit, ['application/json']);
      }
      return withHeaders(await handle({ exchange, params, ...caller }, body), cors);
    };
  }

  return ({ path, get, post }: ElementHandlers): PageEndpoint => ({
    path,
    hasOwnTurns: true,
    options: () => preflight,
    onError: (error, exchange) => errorReply(error, tokenOf(exchange) === undefined ? [] : corsHeaders),
    ...(get ? { get: handlerOf(get) } : {}),
    ...(post ? { post: handlerOf(post) } : {}),
  });
}

/** @throws AskwellError with the code `not_found` for asks that a token does not name. */
function requireReach({ asks }: TokenAccess, id: string | undefined): void {
  if (id !== undefined && asks && !asks.includes(id)) throw new AskwellError('not_found');
}
