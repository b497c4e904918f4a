import type { AskDraft } from '../asks/ask-types.js';
import type { KindServices } from '../asks/kind-services.js';
import type { KindTypes } from '../asks/kind-types.js';
import type { Services } from '../assemble-services.js';
import { AskwellError } from '../errors.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { seeOther } from '../http/reply.js';
import { baseUrl } from '../web/base-url.js';
import { type Html, html } from '../web/html.js';
import { document } from './html-document.js';
import type { KindRenderer } from './kind-renderer.js';
import type { MarkupCache } from './markup-cache.js';
import { openPageContext, type PageContext } from './page-context.js';
import { cookieParam, ticketParam } from './page-query.js';
import { visitorPageReply } from './page-reply.js';
import { createPageStates, type PageState } from './page-states.js';
import { qrReply, share } from './share-link.js';

/** What a page is asked for, whatever the kind of its ask. */
export interface AskPages {
  show(exchange: HttpExchange, id: string): Promise<Reply>;
  /** Starts a quiz: what starting it gives stands in the address from then on, so that loading it again starts nothing. */
  start(exchange: HttpExchange, id: string): Promise<Reply>;
  qr(exchange: HttpExchange, id: string): Promise<Reply>;
}

/** What the form of a page names its visitor by. An author or an address may put any text beside it. */
function secretsIn({ visitorCookie, query }: Pick<PageContext<never, never>, 'visitorCookie' | 'query'>): string[] {
  return [visitorCookie.voter, query.ticket, query.started].filter((secret) => secret !== undefined);
}

export function createAskPages<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: Services,
  kindServices: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  kept: MarkupCache,
): AskPages {
  const { kind } = kindServices;
  const { urls, sites, options } = services;
  const faceOf = createPageStates(services, kindServices, renderer, kept);
  const urlOf = (exchange: HttpExchange, id: string) => `${baseUrl(urls, exchange)}/p/${id}`;

  /** With scripts and without them it is the same visitor; the form in the page holds the same voter. */
  function bodyOf({ visitorCookie }: PageContext<Own, Body>, id: string, { head, body, hasWidget, answer }: PageState) {
    if (!hasWidget) return html`<article class="ask">${head}${body}</article>`;
    const visitor = html`${visitorCookie.isLasting && html` voter="${visitorCookie.voter}"`}${answer && html` answer="${answer}"`}`;
    return html`<article class="ask">${head}${widgetOf(id, visitor, html`<div class="ask">${body}</div>`)}</article>`;
  }

  /** The page's heading stays where it is; the widget takes the place of what is in it. */
  function widgetOf(id: string, visitor: Html, plain: Html): Html {
    switch (kind.name) {
      case 'poll':
        return html`<askwell-poll poll-id="${id}"${visitor}>${plain}</askwell-poll>`;
      case 'quiz':
        return html`<askwell-quiz quiz-id="${id}" collect="name email"${visitor}>${plain}</askwell-quiz>`;
      case 'form':
        return html`<askwell-form form-id="${id}"${visitor}>${plain}</askwell-form>`;
    }
  }

  /** Loads the page again, so that it is known whether this browser keeps the cookie that is set on the way. */
  function proveCookie({ query }: HttpExchange, { path, visitorCookie }: PageContext<Own, Body>): Reply {
    return seeOther(`${path}?${query && `${query}&`}${cookieParam}=1`, visitorCookie.headers);
  }

  /** Counts a start as what visitors send is counted. */
  async function admit(exchange: HttpExchange): Promise<void> {
    const { admitted, retryAfterSeconds } = await services.limiter.take(services.addressOf(exchange));
    if (!admitted) throw new AskwellError('rate_limited', undefined, { retryAfter: retryAfterSeconds });
  }

  return {
    async show(exchange, id) {
      const pageContext = await openPageContext(services, kindServices, exchange, id);
      if (pageContext.visitorCookie.isUnproven && !pageContext.query.hasCookieBeenSet)
        return proveCookie(exchange, pageContext);
      const pageState = await faceOf(pageContext);
      const { ask, base, path, localizer, visitorCookie, isPreview } = pageContext;
      const isShared = !isPreview && ask.terms.one_per !== 'ticket';
      const page = document({
        base,
        localizer,
        title: ask.title,
        description: ask.terms.description,
        url: urlOf(exchange, id),
        isProblem: pageState.isProblem ?? false,
        hasWidget: pageState.hasWidget ?? false,
        body: bodyOf(pageContext, id, pageState),
        foot: isShared && share(localizer, urlOf(exchange, id), `${path}/qr.svg`),
      });
      return visitorPageReply(page, {
        status: pageState.status ?? 200,
        headers: visitorCookie.headers,
        frameAncestors: ask.site === null ? [] : await sites.findOrigins(ask.site),
        redirectUrl: ask.terms.after?.url ?? null,
        isSecure: urls.secure,
        imageHosts: options.imageHosts,
        isSecret: pageState.isSecret ?? false,
        secrets: pageState.isCompressible ? secretsIn(pageContext) : undefined,
      });
    },

    async start(exchange, id) {
      const { ask, path, query, visitorCookie, isPreview } = await openPageContext(
        services,
        kindServices,
        exchange,
        id,
      );
      if (isPreview || !renderer.start?.isNeeded(ask.own)) return seeOther(path);
      await admit(exchange);
      const { ticket } = query;
      const known = ticket === undefined ? {} : { ticket };
      const page = (members: Record<string, string>) =>
        seeOther(`${path}?${new URLSearchParams({ ...members, ...known })}`, visitorCookie.headers);
      const visitor = {
        voter: visitorCookie.voter,
        ticket: ticket ?? null,
        clientKey: () => services.clientKeyOf(exchange),
      };
      try {
        return page({ started: await renderer.start.begin(ask, visitor) });
      } catch (error) {
        if (!(error instanceof AskwellError) || error.status >= 500) throw error;
        // The page says why it can't be started.
        return page(error.code === 'invalid' ? { [ticketParam]: '1' } : {});
      }
    },

    async qr(exchange, id) {
      await openPageContext(services, kindServices, exchange, id);
      return qrReply(urlOf(exchange, id));
    },
  };
}
