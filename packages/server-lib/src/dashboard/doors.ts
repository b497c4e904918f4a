import type { House } from '../assemble.js';
import { isSameOrigin } from '../auth/same-origin.js';
import type { Session } from '../auth/session.js';
import { AskwellError } from '../errors.js';
import type { Exchange, Reply } from '../http/exchange.js';
import type { PageHandler } from '../http/pages.js';
import { seeOther } from '../http/reply.js';
import type { Params } from '../http/router.js';
import { parseUrlencoded } from '../http/urlencoded.js';
import { loginFor } from './next.js';
import { readForm, type Sent } from './read-form.js';

/** A request for a page: by an owner, or by whoever. */
export interface Visit<Who extends Session | null = Session | null> {
  readonly exchange: Exchange;
  /** What links begin with. */
  readonly base: string;
  readonly session: Who;
  readonly params: Params;
}

export type OwnerVisit = Visit<Session>;

type Answer = Reply | Promise<Reply>;

/** The four ways into a page: to look or to write, as anyone or as an owner. */
export type Doors = ReturnType<typeof createDoors>;

export function createDoors({ identify, place }: House) {
  async function visit(exchange: Exchange, params: Params): Promise<Visit> {
    const session = await identify(exchange.headers(), exchange.raw);
    return { exchange, base: exchange.base, session, params };
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
        const { session, ...rest } = await visit(exchange, params);
        return session ? answer({ ...rest, session }) : seeOther(loginFor(exchange));
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
        const { session, ...rest } = await visit(exchange, params);
        return session ? answer({ ...rest, session }, sent) : seeOther(`${exchange.base}/login`);
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
