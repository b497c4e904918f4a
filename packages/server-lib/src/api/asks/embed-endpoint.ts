import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import { requireObject } from '../../base/validation/objects.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { checkOrigin } from '../../core/submit/allowed-origins.js';
import { readBody } from '../../http/body.js';
import { corsHeaders } from '../../http/cors.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { publicBodyLimit } from '../../http/limits.js';
import type { PageEndpoint, PageHandler, ServiceOperation } from '../../http/page-endpoint.js';
import { errorReply, withHeaders } from '../../http/reply.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import { fault } from '../../shared/faults/fault.js';
import { createPreflight } from './preflight.js';
import type { RouteContext } from './route-context.js';
import { findSessionUser } from './session-user.js';

type Find<Own> = (wireId: string, exchange: HttpExchange) => Promise<StoredAsk<Own> | undefined>;
type Handle<Own> = (exchange: HttpExchange, ask: StoredAsk<Own>, findUser: FindUser) => Reply | Promise<Reply>;

/**
 * Returns the user whose session counts for the request. Null if nobody is signed in, or if the ask or the `voter` makes a session
 * unnecessary.
 */
type FindUser = (voter: unknown) => Promise<string | null>;

/** Reads the members by which a visitor identifies themself. */
type ReadMembers = () => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;

/**
 * Returns an endpoint that pages of other sites read without a key. Errors are JSON and carry CORS headers, so that
 * those pages can read them.
 */
export function embedEndpoint<Own>(
  path: string,
  operation: ServiceOperation,
  find: Find<Own>,
  context: RouteContext,
  handle: Handle<Own>,
): PageEndpoint {
  return {
    ...embedMembers(path, operation, createPreflight('GET', find, context)),
    get: embedHandler(find, context, handle),
  };
}

/**
 * Returns an endpoint that pages of other sites post to without a key.
 *
 * @param admit Counts the request, before anything else is checked.
 */
export function embedPostEndpoint<Own>(
  path: string,
  operation: ServiceOperation,
  find: Find<Own>,
  { admit, ...context }: RouteContext & { admit: (exchange: HttpExchange) => Promise<void> },
  handle: Handle<Own>,
): PageEndpoint {
  const post = embedHandler(find, context, handle);
  return {
    ...embedMembers(path, operation, createPreflight('POST', find, context)),
    isPublicPost: true,
    async post(exchange, params) {
      await admit(exchange);
      return await post(exchange, params);
    },
  };
}

/**
 * Returns an endpoint to which visitors send their identity: in the JSON body of a POST, or in the query of a GET. Proxies log
 * URLs, so secrets belong in a body.
 *
 * @param names The members of the body.
 */
export function embedVisitorEndpoint<Own>(
  path: string,
  { get, post }: { readonly get: ServiceOperation; readonly post: ServiceOperation },
  names: readonly string[],
  find: Find<Own>,
  context: RouteContext,
  handle: (exchange: HttpExchange, ask: StoredAsk<Own>, findUser: FindUser, readMembers: ReadMembers) => Promise<Reply>,
): PageEndpoint {
  return {
    ...embedMembers(path, [get, post], createPreflight('GET, POST', find, context)),
    get: embedHandler(find, context, (exchange, ask, findUser) =>
      handle(exchange, ask, findUser, () => parseUrlencoded(exchange.query, 'query')),
    ),
    post: embedHandler(find, context, (exchange, ask, findUser) =>
      handle(exchange, ask, findUser, () => readMembers(exchange, names)),
    ),
  };
}

/** @throws AskwellError if the body is not an object, or has a member that is not in `names`. */
async function readMembers(exchange: HttpExchange, names: readonly string[]) {
  const members = requireObject(await readBody(exchange, publicBodyLimit, ['application/json']));
  const faults = new Faults();
  for (const name of Object.keys(members)) if (!names.includes(name)) faults.add(name, fault('unknown_field'));
  if (faults.any) throw faults.toError();
  return members;
}

function embedMembers(path: string, operation: NonNullable<PageEndpoint['operation']>, options: PageHandler) {
  return {
    path,
    operation,
    options,
    onError: (error: AskwellError) => errorReply(error, corsHeaders),
  } satisfies PageEndpoint;
}

/** Finds the ask and checks the origin before `handle` is called. */
function embedHandler<Own>(find: Find<Own>, context: RouteContext, handle: Handle<Own>): PageHandler {
  const { originsOf, userOrigins, ownOrigin } = context;
  return async (exchange, { id = '' }) => {
    const ask = await find(id, exchange);
    if (!ask) throw new AskwellError('not_found');
    const listed = ask.site === null ? [] : await originsOf(ask.site);
    const { allowed, cors } = checkOrigin(exchange, listed, ownOrigin, ask.terms.one_per === 'user' ? userOrigins : []);
    try {
      if (!allowed) throw new AskwellError('forbidden', 'This origin is not one of the allowed origins of the site.');
      const findUser = (voter: unknown) => findSessionUser(exchange, ask, listed, voter, context);
      return withHeaders(await handle(exchange, ask, findUser), cors);
    } catch (error) {
      if (error instanceof AskwellError && error.status < 500) return errorReply(error, cors);
      throw error;
    }
  };
}
