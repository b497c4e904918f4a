import type { UrlSettings } from '../../http/base-path.js';
import type { HttpExchange } from '../../http/exchange.js';
import { type SignInResolver, toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import type { SiteService } from '../../owners/sites/site-service.js';

/** The context of the endpoints of asks, in addition to the services of their kind. */
export interface RouteContext {
  /** Returns the key by which rate limits count a client. */
  readonly clientKeyOf: (exchange: HttpExchange) => string;
  /** Returns the allowed origins of a site. */
  readonly originsOf: (site: number) => Promise<readonly string[]>;
  /** Returns the host's own ID of the signed-in user; null if nobody is signed in. */
  readonly userIdOf: (exchange: HttpExchange) => Promise<string | null>;
  /** The other origins whose pages may send the session of the app. */
  readonly userOrigins: readonly string[];
  /** The origin of the hosted pages. */
  readonly ownOrigin: string | undefined;
}

interface RouteContextSources extends Pick<RouteContext, 'clientKeyOf'> {
  readonly sites: Pick<SiteService, 'findOrigins'>;
  readonly signIn: Pick<SignInResolver, 'findUserId'>;
  readonly urls: Pick<UrlSettings, 'origin'>;
  readonly options: { readonly userOrigins?: readonly string[] | undefined };
}

/** Returns the context from the services of an instance. */
export function routeContextOf({ clientKeyOf, sites, signIn, urls, options }: RouteContextSources): RouteContext {
  return {
    clientKeyOf,
    originsOf: sites.findOrigins,
    userIdOf: (exchange) => signIn.findUserId(toSignInRequest(exchange)),
    userOrigins: options.userOrigins ?? [],
    ownOrigin: urls.origin,
  };
}
