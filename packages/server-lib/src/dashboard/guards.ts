import {
  callOperation,
  callWithSession,
  type FirstPage,
  readFirst,
  requireTarget,
} from '../api/operations/call-operation.js';
import {
  type AnyOwnerOperation,
  type AnySessionOperation,
  isSessionOperation,
  type ListOperation,
  type OwnerOperation,
  type SessionOperation,
  type SessionTarget,
} from '../api/operations/operation.js';
import { AskwellError } from '../base/errors.js';
import { nextTurn, turnForRequest } from '../base/event-loop.js';
import { readBody } from '../http/body.js';
import type { HttpExchange, PageReply } from '../http/exchange.js';
import { definitionFormLimit, uploadLimit } from '../http/limits.js';
import type { PageHandler } from '../http/page-endpoint.js';
import type { List, ListRequest } from '../http/paging.js';
import { readUpload, type Upload } from '../http/parsers/multipart.js';
import { seeOther } from '../http/reply.js';
import type { Params } from '../http/router.js';
import { parseUrlencoded } from '../http/urlencoded.js';
import type { Services } from '../instance/assemble-services.js';
import { homeOf } from '../instance/options/enabled-pages.js';
import { hostSignInUrl } from '../instance/options/sign-in-url.js';
import { isSameOrigin } from '../owners/access/same-origin.js';
import type { Session } from '../owners/access/session.js';
import { toSignInRequest } from '../owners/accounts/resolve-sign-in.js';
import type { PageLinks } from './layout/page-links.js';
import { readForm } from './read-form.js';
import type { SubmittedForm } from './submitted-form.js';

/** A request for a page. `session` is null if nobody is signed in. */
export interface DashboardRequest<CurrentSession extends Session | null = Session | null> extends PageLinks {
  readonly exchange: HttpExchange;
  readonly session: CurrentSession;
  readonly params: Params;
}

/** A request of a signed-in owner. */
export type OwnerRequest = DashboardRequest<Session> & OwnerCalls;

type HandlerResult = PageReply | Promise<PageReply>;

/** Wrappers of page handlers: for GET or POST, for everyone or only for signed-in owners. */
export type Guards = ReturnType<typeof createGuards>;

/** Creates the wrappers that page handlers run in. */
export function createGuards(services: Services) {
  const { signIn, urls, enabledPages, brand, partyOf, clientKeyOf } = services;
  const linksOf = ({ base }: HttpExchange): PageLinks => ({
    base,
    home: homeOf(enabledPages, base),
    hasDocs: enabledPages.docs,
    brand,
  });

  /** Waits for the turn of the account, or of the client if nobody is signed in: pages take milliseconds. */
  async function waitForTurn(exchange: HttpExchange, session: Session | null): Promise<void> {
    if (session) exchange.account = session.scope.account;
    await turnForRequest(partyOf(exchange), exchange);
  }

  async function readRequest(exchange: HttpExchange, params: Params): Promise<DashboardRequest> {
    const session = await signIn.find(toSignInRequest(exchange));
    await waitForTurn(exchange, session);
    return { exchange, ...linksOf(exchange), session, params };
  }

  /** Returns the request of an owner; null if nobody is signed in. Creates the account of a new user of the host app. */
  async function readOwnerRequest(exchange: HttpExchange, params: Params): Promise<OwnerRequest | null> {
    const session = await signIn.ensure(toSignInRequest(exchange));
    await waitForTurn(exchange, session);
    const calls = session && ownerCalls(session, exchange, params, clientKeyOf);
    return calls && { exchange, ...linksOf(exchange), session, params, ...calls };
  }

  /** Reads a form and checks its origin, before anything is looked up or changed. */
  async function receiveForm(exchange: HttpExchange, limit?: number): Promise<SubmittedForm> {
    const form = await readForm(exchange, limit);
    requireSameOrigin(exchange);
    return form;
  }

  function requireSameOrigin(exchange: HttpExchange): void {
    parseUrlencoded(exchange.query, 'query');
    if (!isSameOrigin(exchange, urls.origin)) {
      throw new AskwellError('forbidden', explainOrigin(exchange, urls.origin));
    }
  }

  /** Returns the response for a visitor who is not signed in: a redirect to the sign-in page, which leads back to the page. */
  function askToSignIn(exchange: HttpExchange, next?: string): PageReply {
    const { base } = exchange;
    const isHostManaged = signIn.isHostManaged(toSignInRequest(exchange));
    const hostUrl = isHostManaged ? hostSignInUrl(services, next ?? `${base}/dashboard`) : null;
    return seeOther(hostUrl ?? `${base}/login${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`);
  }

  return {
    /** Handles GET for everyone. */
    get(handle: (request: DashboardRequest) => HandlerResult): PageHandler {
      return async (exchange, params) => handle(await readRequest(exchange, params));
    },

    /** Handles GET for signed-in owners. Others are redirected to the sign-in page. */
    getAsOwner(handle: (request: OwnerRequest) => HandlerResult): PageHandler {
      return async (exchange, params) => {
        const request = await readOwnerRequest(exchange, params);
        return request ? handle(request) : askToSignIn(exchange, requestedUrl(exchange));
      };
    },

    /** Handles a form for everyone. */
    post(handle: (request: DashboardRequest, form: SubmittedForm) => HandlerResult): PageHandler {
      return async (exchange, params) => {
        const form = await receiveForm(exchange);
        return handle(await readRequest(exchange, params), form);
      };
    },

    /** Handles a form for signed-in owners. Others are redirected to the sign-in page. */
    postAsOwner(handle: (request: OwnerRequest, form: SubmittedForm) => HandlerResult): PageHandler {
      return async (exchange, params) => {
        const form = await receiveForm(exchange);
        const request = await readOwnerRequest(exchange, params);
        return request ? handle(request, form) : askToSignIn(exchange);
      };
    },

    /** Handles a form with a whole definition, which may be large: it is read only for signed-in owners. */
    postDefinitionAsOwner(handle: (request: OwnerRequest, form: SubmittedForm) => HandlerResult): PageHandler {
      return async (exchange, params) => {
        const request = await readOwnerRequest(exchange, params);
        if (!request) return askToSignIn(exchange);
        // Decoding and parsing the largest forms takes milliseconds, once they have arrived.
        await exchange.body(definitionFormLimit);
        await nextTurn(request.session.scope.account);
        return handle(request, await receiveForm(exchange, definitionFormLimit));
      };
    },

    /** Handles a definition that a script sends as JSON, for signed-in owners. */
    postJsonAsOwner(handle: (request: OwnerRequest, body: unknown) => HandlerResult): PageHandler {
      return async (exchange, params) => {
        requireSameOrigin(exchange);
        const request = await readOwnerRequest(exchange, params);
        if (!request) return askToSignIn(exchange);
        await exchange.body(definitionFormLimit);
        await nextTurn(request.session.scope.account);
        return handle(request, await readBody(exchange, definitionFormLimit, ['application/json']));
      };
    },

    /** Handles a form with a file for signed-in owners. The file is read while it arrives, and only from an owner. */
    uploadAsOwner(handle: (request: OwnerRequest, upload: Upload) => HandlerResult): PageHandler {
      return async (exchange, params) => {
        requireSameOrigin(exchange);
        const request = await readOwnerRequest(exchange, params);
        if (!request) return askToSignIn(exchange);
        const body = exchange.bodyStream(uploadLimit);
        try {
          return await handle(request, await readUpload(exchange.header('content-type'), body));
        } finally {
          // An upload that is refused is not read to its end.
          await body.return();
        }
      };
    },
  };
}

/** Returns the path of the requested page, with its query. */
function requestedUrl({ base, path, query }: HttpExchange): string {
  return base + path + (query === '' ? '' : `?${query}`);
}

/** Explains why the origin of a form was rejected. The form may be genuine if `baseUrl` is missing or wrong. */
function explainOrigin(exchange: HttpExchange, origin: string | undefined): string {
  if (origin === undefined && exchange.header('sec-fetch-site') === undefined) {
    return "Cannot verify the form's origin: set `baseUrl` (option) or `BASE_URL` (environment variable).";
  }
  const expected = origin === undefined ? 'this service' : origin;
  return `This form was not sent from ${expected}, so nothing was changed. Open the page there and send the form again.`;
}

/** The operations of the owner of a request. The IDs in their paths have the same names as the IDs in the path of the page. */
interface OwnerCalls {
  /**
   * Calls an operation, with the checks of a request.
   *
   * @param ids The IDs in the path of the operation, if they differ from the IDs of the page.
   */
  run<Data extends object | undefined>(
    operation: OwnerOperation<unknown, unknown, Data>,
    input: object,
    ids?: Params,
  ): Promise<Data>;
  run<Data>(operation: SessionOperation<unknown, unknown, Data>, input: object, ids?: Params): Promise<Data>;
  /** Returns the first items of a list. Default: the newest. */
  list<Row extends { readonly id: Id }, Id extends string | number, Item extends object>(
    operation: ListOperation<unknown, ListRequest, List<Row, Id, Item>>,
    page: FirstPage,
  ): Promise<Item[]>;
  /** Returns the target of operations on a resource. */
  find<Found>(target: SessionTarget<Found>): Promise<Found>;
}

/** Returns the operations of the owner of a request. */
function ownerCalls(
  session: Session,
  exchange: HttpExchange,
  params: Params,
  clientKeyOf: (exchange: HttpExchange) => string,
): OwnerCalls {
  const { scope } = session;
  function run<Data extends object | undefined>(
    operation: OwnerOperation<unknown, unknown, Data>,
    input: object,
    ids?: Params,
  ): Promise<Data>;
  function run<Data>(operation: SessionOperation<unknown, unknown, Data>, input: object, ids?: Params): Promise<Data>;
  function run(
    operation: AnyOwnerOperation | AnySessionOperation,
    input: object,
    ids: Params = params,
  ): Promise<unknown> {
    const client = clientKeyOf(exchange);
    return isSessionOperation(operation)
      ? callWithSession(operation, session, ids, input, client)
      : callOperation(operation, scope, ids, input, { client });
  }
  return {
    run,
    list: (operation, page) => readFirst(operation, scope, params, page),
    find: (target) => requireTarget(target, scope, params),
  };
}
