import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { hasSignature } from '../../core/submit/voter-token.js';
import type { HttpExchange } from '../../http/exchange.js';
import { isSameOrigin } from '../../owners/access/same-origin.js';
import type { RouteContext } from './route-context.js';

/**
 * Returns the host's own ID of the user whose session counts for a request to an ask. Null if the ask does not need a user, nobody
 * is signed in, or the request comes from an origin that is neither Askwell's own nor listed by both the site of the ask and the
 * host. Browsers send the user's cookies with requests of any site, and other sites must not answer as the user.
 *
 * @param listed The origins that the site of the ask lists. Any owner can list any.
 * @param voter The `voter` of the request. A signed `voter` names the user, so that the host is not asked.
 */
export async function findSessionUser(
  exchange: HttpExchange,
  { terms }: StoredAsk<unknown>,
  listed: readonly string[],
  voter: unknown,
  { userIdOf, userOrigins, ownOrigin }: Pick<RouteContext, 'userIdOf' | 'userOrigins' | 'ownOrigin'>,
): Promise<string | null> {
  if (terms.one_per !== 'user' || hasSignature(voter)) return null;
  const origin = exchange.header('origin');
  const isListed = origin !== undefined && listed.includes(origin) && userOrigins.includes(origin);
  const isTrusted = isListed || isSameOrigin(exchange, ownOrigin);
  return isTrusted ? userIdOf(exchange) : null;
}
