import { isSameOrigin } from '../access/same-origin.js';
import type { Session } from '../access/session.js';
import { toSignInRequest } from '../accounts/resolve-sign-in.js';
import type { Services } from '../assemble-services.js';
import { AskwellError } from '../errors.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import type { PageHandler } from '../http/page-endpoint.js';
import { seeOther } from '../http/reply.js';
import type { Params } from '../http/router.js';
import { parseUrlencoded } from '../http/urlencoded.js';
import { homeOf } from '../web/enabled-pages.js';
import type { PageLinks } from './page-links.js';
import { readForm, type SubmittedForm } from './read-form.js';
import { loginUrl } from './safe-next.js';

/** A request for a page: by an owner, or by whoever. */
export interface DashboardRequest<Who extends Session | null = Session | null> extends PageLinks {
  readonly exchange: HttpExchange;
  readonly session: Who;
  readonly params: Params;
}

export type OwnerRequest = DashboardRequest<Session>;

type Answer = Reply | Promise<Reply>;

/** The four ways into a page: to look or to write, as anyone or as an owner. */
export type Guards = ReturnType<typeof createGuards>;

export function createGuards({ signIn, urls, enabledPages }: Services) {
  const frameOf = ({ base }: HttpExchange): PageLinks => ({ base, home: homeOf(enabledPages, base) });

  async function request(exchange: HttpExchange, params: Params): Promise<DashboardRequest> {
    const session = await signIn.find(toSignInRequest(exchange));
    return { exchange, ...frameOf(exchange), session, params };
  }

  /** The request of an owner: a user of the host becomes one here. Null when nobody is signed in. */
  async function ownerRequest(exchange: HttpExchange, params: Params): Promise<OwnerRequest | null> {
    const session = await signIn.ensure(toSignInRequest(exchange));
    return session && { exchange, ...frameOf(exchange), session, params };
  }

  /** What a form is, and where it comes from, is judged before anything is looked up or done. */
  async function receive(exchange: HttpExchange): Promise<SubmittedForm> {
    const form = await readForm(exchange);
    parseUrlencoded(exchange.query, 'query');
    if (!isSameOrigin(exchange, urls.origin)) {
      throw new AskwellError('forbidden', whyForeign(exchange, urls.origin));
    }
    return form;
  }

  return {
    /** A page for anyone. */
    get(answer: (request: DashboardRequest) => Answer): PageHandler {
      return async (exchange, params) => answer(await request(exchange, params));
    },

    /** A page behind the login. */
    getAsOwner(answer: (request: OwnerRequest) => Answer): PageHandler {
      return async (exchange, params) => {
        const owner = await ownerRequest(exchange, params);
        return owner ? answer(owner) : seeOther(loginUrl(exchange));
      };
    },

    /** A form for anyone. */
    post(answer: (request: DashboardRequest, form: SubmittedForm) => Answer): PageHandler {
      return async (exchange, params) => {
        const form = await receive(exchange);
        return answer(await request(exchange, params), form);
      };
    },

    /** A form behind the login. */
    postAsOwner(answer: (request: OwnerRequest, form: SubmittedForm) => Answer): PageHandler {
      return async (exchange, params) => {
        const form = await receive(exchange);
        const owner = await ownerRequest(exchange, params);
        return owner ? answer(owner, form) : seeOther(`${exchange.base}/login`);
      };
    },
  };
}

/** A form may be our own all the same, where the service is opened at an address it was not told. */
function whyForeign(exchange: HttpExchange, origin: string | undefined): string {
  if (origin === undefined && exchange.header('sec-fetch-site') === undefined) {
    return 'This service was not told its own address, so it can not tell its forms from foreign ones. Whoever runs it can set it, as baseUrl or BASE_URL.';
  }
  const place = origin === undefined ? 'a page of this service' : `a page at ${origin}`;
  return `This form did not come from ${place}, so nothing was changed. Open the page there and send it again.`;
}
