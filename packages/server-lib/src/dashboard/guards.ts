import { signInRequest } from '../access/resolve-sign-in.js';
import { isSameOrigin } from '../access/same-origin.js';
import type { Session } from '../access/session.js';
import type { House } from '../assemble-services.js';
import { AskwellError } from '../errors.js';
import type { Exchange, Reply } from '../http/exchange.js';
import type { PageHandler } from '../http/page-endpoint.js';
import { seeOther } from '../http/reply.js';
import type { Params } from '../http/router.js';
import { parseUrlencoded } from '../http/urlencoded.js';
import { homeOf } from '../web/enabled-pages.js';
import type { Frame } from './layout.js';
import { readForm, type Sent } from './read-form.js';
import { loginFor } from './safe-next.js';

/** A request for a page: by an owner, or by whoever. */
export interface Visit<Who extends Session | null = Session | null> extends Frame {
  readonly exchange: Exchange;
  readonly session: Who;
  readonly params: Params;
}

export type OwnerVisit = Visit<Session>;

type Answer = Reply | Promise<Reply>;

/** The four ways into a page: to look or to write, as anyone or as an owner. */
export type Doors = ReturnType<typeof createDoors>;

export function createDoors({ signIn, place, surfaces }: House) {
  const frameOf = ({ base }: Exchange): Frame => ({ base, home: homeOf(surfaces, base) });

  async function visit(exchange: Exchange, params: Params): Promise<Visit> {
    const session = await signIn.find(signInRequest(exchange));
    return { exchange, ...frameOf(exchange), session, params };
  }

  /** The request of an owner: a user of the host becomes one here. Null when nobody is signed in. */
  async function ownerVisit(exchange: Exchange, params: Params): Promise<OwnerVisit | null> {
    const session = await signIn.ensure(signInRequest(exchange));
    return session && { exchange, ...frameOf(exchange), session, params };
  }

  /** What a form is, and where it comes from, is judged before anything is looked up or done. */
  async function receive(exchange: Exchange): Promise<Sent> {
    const sent = await readForm(exchange);
    parseUrlencoded(exchange.query, 'query');
    if (!isSameOrigin(exchange, place.origin)) {
      throw new AskwellError('forbidden', whyForeign(exchange, place.origin));
    }
    return sent;
  }

  return {
    /** A page for anyone. */
    look(answer: (visit: Visit) => Answer): PageHandler {
      return async (exchange, params) => answer(await visit(exchange, params));
    },

    /** A page behind the login. */
    lookAsOwner(answer: (visit: OwnerVisit) => Answer): PageHandler {
      return async (exchange, params) => {
        const owner = await ownerVisit(exchange, params);
        return owner ? answer(owner) : seeOther(loginFor(exchange));
      };
    },

    /** A form for anyone. */
    write(answer: (visit: Visit, sent: Sent) => Answer): PageHandler {
      return async (exchange, params) => {
        const sent = await receive(exchange);
        return answer(await visit(exchange, params), sent);
      };
    },

    /** A form behind the login. */
    writeAsOwner(answer: (visit: OwnerVisit, sent: Sent) => Answer): PageHandler {
      return async (exchange, params) => {
        const sent = await receive(exchange);
        const owner = await ownerVisit(exchange, params);
        return owner ? answer(owner, sent) : seeOther(`${exchange.base}/login`);
      };
    },
  };
}

/** A form may be our own all the same, where the service is opened at an address it was not told. */
function whyForeign(exchange: Exchange, origin: string | undefined): string {
  if (origin === undefined && exchange.header('sec-fetch-site') === undefined) {
    return 'This service was not told its own address, so it can not tell its forms from foreign ones. Whoever runs it can set it, as baseUrl or BASE_URL.';
  }
  const place = origin === undefined ? 'a page of this service' : `a page at ${origin}`;
  return `This form did not come from ${place}, so nothing was changed. Open the page there and send it again.`;
}

/** A query parameter that came once. */
export function queryOf({ exchange }: Visit, name: string): string | undefined {
  const value = parseUrlencoded(exchange.query, 'query')[name];
  return typeof value === 'string' ? value : undefined;
}
