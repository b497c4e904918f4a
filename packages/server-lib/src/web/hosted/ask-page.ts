import { admitCheck } from '../../api/asks/check-endpoints.js';
import { AskwellError } from '../../base/errors.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { readFormFields, removeEmpty } from '../../core/submit/parse-submission.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { seeOther, temporaryRedirect } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { isSameOrigin } from '../../owners/access/same-origin.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { createAskReply, pageUrl } from './ask-reply.js';
import type { KindRenderer } from './kind-renderer.js';
import type { MarkupCache } from './markup-cache.js';
import { openPageContext, type PageContext } from './page-context.js';
import { checkedParam, cookieParam, invalidParam, ticketParam } from './page-query.js';
import { createPageStates } from './page-states.js';
import { qrReply } from './share-link.js';

/** The handlers of the hosted pages of one kind of ask. */
export interface AskPages {
  show(exchange: HttpExchange, id: string): Promise<Reply>;
  /** Shows the next step of a form, or the one before. The last step is sent on to the public operation. */
  step(exchange: HttpExchange, id: string): Promise<Reply>;
  /** Shows the page with the button that starts a quiz. A link must not start the clock. */
  startPage(exchange: HttpExchange, id: string): Promise<Reply>;
  /** Starts a quiz and redirects to its page with the `started` token in the URL, so that a reload starts nothing. */
  start(exchange: HttpExchange, id: string): Promise<Reply>;
  /** Checks an answer of a started quiz, and redirects to its verdict. */
  check(exchange: HttpExchange, id: string): Promise<Reply>;
  qr(exchange: HttpExchange, id: string): Promise<Reply>;
}

/** The maximum length of a rejected answer in a URL. */
const maxPrefill = 1_000;

/** Creates the handlers for one kind of ask. */
export function createAskPages<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: Services,
  kindServices: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  cache: MarkupCache,
): AskPages {
  const { kind } = kindServices;
  const { urls } = services;
  const states = createPageStates(services, kindServices, renderer, cache);
  const replyFor = createAskReply(services, kindServices);

  /** Sets the cookie and reloads the page, to find out whether the browser accepts the cookie. */
  function testCookie({ query }: HttpExchange, { path, visitorCookie }: PageContext<Own, Body>): Reply {
    return seeOther(`${path}?${query && `${query}&`}${cookieParam}=1`, visitorCookie.headers);
  }

  /** Applies the rate limit of public operations to a start. */
  async function checkRateLimit(exchange: HttpExchange): Promise<void> {
    const { admitted, retryAfterSeconds } = await services.limiter.take(services.addressOf(exchange));
    if (!admitted) throw new AskwellError('rate_limited', undefined, { retryAfter: retryAfterSeconds });
  }

  return {
    async show(exchange, id) {
      const pageContext = await openPageContext(services, kindServices, exchange, id);
      if (pageContext.visitorCookie.isUnproven && !pageContext.query.hasCookieBeenSet)
        return testCookie(exchange, pageContext);
      return replyFor(exchange, id, pageContext, await states.show(pageContext));
    },

    async step(exchange, id) {
      const path = `${exchange.base}/p/${id}`;
      if (!isSameOrigin(exchange, urls.origin)) return seeOther(path);
      const pageContext = await openPageContext(services, kindServices, exchange, id);
      const fields = await readFormFields(exchange);
      const pageState = await states.step(pageContext, fields);
      // The browser sends the same body there.
      if (pageState === 'complete')
        return temporaryRedirect(`${exchange.base}/api/v1/${kind.plural}/${id}/${kind.answers}`);
      return pageState ? replyFor(exchange, id, pageContext, pageState) : seeOther(path);
    },

    async startPage(exchange, id) {
      const { path } = await openPageContext(services, kindServices, exchange, id);
      return seeOther(exchange.query ? `${path}?${exchange.query}` : path);
    },

    async start(exchange, id) {
      if (!isSameOrigin(exchange, urls.origin)) return seeOther(`${exchange.base}/p/${id}`);
      const { ask, path, visitorCookie, user, preview } = await openPageContext(services, kindServices, exchange, id);
      if (preview || !renderer.start?.isNeeded(ask.own)) return seeOther(path);
      await checkRateLimit(exchange);
      const { ticket } = removeEmpty(await readFormFields(exchange));
      const ticketParams = typeof ticket === 'string' ? { ticket } : {};
      const redirect = (params: Record<string, string>) =>
        seeOther(`${path}?${new URLSearchParams({ ...params, ...ticketParams })}`, visitorCookie.headers);
      const visitor = {
        voter: visitorCookie.voter,
        user,
        ticket: typeof ticket === 'string' ? ticket : null,
        clientKey: () => services.clientKeyOf(exchange),
      };
      try {
        return redirect({ started: await renderer.start.begin(ask, visitor) });
      } catch (error) {
        if (!(error instanceof AskwellError) || error.status >= 500) throw error;
        // The page shows why the quiz cannot be started.
        return redirect(error.code === 'invalid' ? { [ticketParam]: '1' } : {});
      }
    },

    async check(exchange, id) {
      if (!isSameOrigin(exchange, urls.origin)) return seeOther(`${exchange.base}/p/${id}`);
      await admitCheck(services, exchange);
      const { ask, path, user, preview } = await openPageContext(services, kindServices, exchange, id);
      const steps = renderer.start?.steps;
      if (preview || !steps?.isNeeded(ask.own)) return seeOther(path);
      const fields = removeEmpty(await readFormFields(exchange));
      const known = Object.entries(fields).flatMap(([name, value]) => {
        const isKept = ['.started', '.ticket'].includes(name) && typeof value === 'string';
        return isKept ? [[name.slice(1), value] as const] : [];
      });
      const params = new URLSearchParams(Object.fromEntries(known));
      try {
        params.set(
          checkedParam,
          await steps.check(ask, fields, { clientKey: () => services.clientKeyOf(exchange), user }),
        );
      } catch (error) {
        if (!(error instanceof AskwellError) || error.status >= 500) throw error;
        // The page shows why the answer cannot be checked. Long answers do not fit into a URL.
        if (error.issues?.some(({ path: at }) => at.startsWith('answer'))) {
          params.set(invalidParam, '1');
          for (const [name, value] of Object.entries(fields)) {
            if (!name.startsWith('.')) for (const one of [value].flat()) params.append(name, one.slice(0, maxPrefill));
          }
        }
      }
      return seeOther(`${path}?${params}`);
    },

    async qr(exchange, id) {
      await openPageContext(services, kindServices, exchange, id);
      return qrReply(pageUrl(urls, exchange, id));
    },
  };
}
