import { isSameOrigin } from '../access/same-origin.js';
import { redirectUrl } from '../asks/definition/stored-ask.js';
import type { KindServices } from '../asks/kind-services.js';
import type { KindTypes } from '../asks/kind-types.js';
import { readFormFields, removeEmpty } from '../asks/submit/parse-submission.js';
import type { Services } from '../assemble-services.js';
import type { AskDraft } from '../contract/resources.js';
import { AskwellError } from '../errors.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { seeOther, temporaryRedirect } from '../http/reply.js';
import { admitCheck } from '../quizzes/checks/check-endpoints.js';
import { baseUrl } from '../web/base-url.js';
import { type Html, html } from '../web/html.js';
import { document } from './html-document.js';
import type { KindRenderer } from './kind-renderer.js';
import type { MarkupCache } from './markup-cache.js';
import { openPageContext, type PageContext } from './page-context.js';
import { checkedParam, cookieParam, invalidParam, ticketParam } from './page-query.js';
import { visitorPageReply } from './page-reply.js';
import { qrReply, share } from './share-link.js';
import type { PageState } from './states/page-state.js';
import { createPageStates } from './states/page-states.js';

/** The handlers of the hosted pages of one kind of ask. */
export interface AskPages {
  show(exchange: HttpExchange, id: string): Promise<Reply>;
  /** Shows the next step of a form, or the one before. The last step is sent on to the public operation. */
  step(exchange: HttpExchange, id: string): Promise<Reply>;
  /** Starts a quiz and redirects to its page with the `started` token in the URL, so that a reload starts nothing. */
  start(exchange: HttpExchange, id: string): Promise<Reply>;
  /** Checks an answer of a started quiz, and redirects to its verdict. */
  check(exchange: HttpExchange, id: string): Promise<Reply>;
  qr(exchange: HttpExchange, id: string): Promise<Reply>;
}

/** The maximum length of a rejected answer in a URL. */
const maxPrefill = 1_000;

/** Returns the secrets in the form of a page. Next to them may be any text, from an author or from the URL. */
function secretsIn({ visitorCookie, query }: Pick<PageContext<never, never>, 'visitorCookie' | 'query'>): string[] {
  return [visitorCookie.voter, query.ticket, query.started].filter((secret) => secret !== undefined);
}

/** Creates the handlers for one kind of ask. */
export function createAskPages<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: Services,
  kindServices: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  cache: MarkupCache,
): AskPages {
  const { kind } = kindServices;
  const { urls, sites, options } = services;
  const states = createPageStates(services, kindServices, renderer, cache);
  const urlOf = (exchange: HttpExchange, id: string) => `${baseUrl(urls, exchange)}/p/${id}`;

  /** The body of a page. The widget gets the same voter as the form, so that both are one visitor. */
  function bodyOf(
    { visitorCookie, preview }: PageContext<Own, Body>,
    id: string,
    { head, body, hasWidget, answer }: PageState,
  ) {
    if (!hasWidget) return html`<article class="ask">${head}${body}</article>`;
    const visitor = preview
      ? html` preview="${preview.token}"`
      : html`${visitorCookie.isLasting && html` voter="${visitorCookie.voter}"`}${answer && html` answer="${answer}"`}`;
    return html`<article class="ask">${head}${widgetOf(id, visitor, html`<div class="ask">${body}</div>`)}</article>`;
  }

  /** The element of the widget. The widget replaces its content, which is shown until then or without JavaScript. */
  function widgetOf(id: string, visitor: Html, content: Html): Html {
    switch (kind.name) {
      case 'poll':
        return html`<askwell-poll poll-id="${id}"${visitor}>${content}</askwell-poll>`;
      case 'quiz':
        return html`<askwell-quiz quiz-id="${id}" collect="name email"${visitor}>${content}</askwell-quiz>`;
      case 'form':
        return html`<askwell-form form-id="${id}"${visitor}>${content}</askwell-form>`;
    }
  }

  /** Sets the cookie and reloads the page, to find out whether the browser accepts the cookie. */
  function testCookie({ query }: HttpExchange, { path, visitorCookie }: PageContext<Own, Body>): Reply {
    return seeOther(`${path}?${query && `${query}&`}${cookieParam}=1`, visitorCookie.headers);
  }

  /** Applies the rate limit of public operations to a start. */
  async function checkRateLimit(exchange: HttpExchange): Promise<void> {
    const { admitted, retryAfterSeconds } = await services.limiter.take(services.addressOf(exchange));
    if (!admitted) throw new AskwellError('rate_limited', undefined, { retryAfter: retryAfterSeconds });
  }

  /** The response with the page in a state. */
  async function replyFor(
    exchange: HttpExchange,
    id: string,
    pageContext: PageContext<Own, Body>,
    pageState: PageState,
  ): Promise<Reply> {
    const { ask, base, path, localizer, visitorCookie, preview } = pageContext;
    const isShared = !preview && ask.terms.one_per !== 'ticket';
    const page = document({
      base,
      localizer,
      title: ask.title,
      description: ask.terms.description,
      design: await kindServices.visitorViews.design(ask),
      url: urlOf(exchange, id),
      isProblem: pageState.isProblem ?? false,
      hasWidget: pageState.hasWidget ?? false,
      body: bodyOf(pageContext, id, pageState),
      hasBranding: options.branding,
      footer: isShared && share(localizer, urlOf(exchange, id), `${path}/qr.svg`),
    });
    return visitorPageReply(page, {
      status: pageState.status ?? 200,
      headers: visitorCookie.headers,
      frameAncestors: ask.site === null ? [] : await sites.findOrigins(ask.site),
      redirectUrl: redirectUrl(ask.terms),
      isSecure: urls.secure,
      imageHosts: options.imageHosts,
      isSecret: pageState.isSecret ?? false,
      secrets: pageState.isCompressible ? secretsIn(pageContext) : undefined,
    });
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

    async start(exchange, id) {
      const { ask, path, query, visitorCookie, preview } = await openPageContext(services, kindServices, exchange, id);
      if (preview || !renderer.start?.isNeeded(ask.own)) return seeOther(path);
      await checkRateLimit(exchange);
      const { ticket } = query;
      const ticketParams = ticket === undefined ? {} : { ticket };
      const redirect = (params: Record<string, string>) =>
        seeOther(`${path}?${new URLSearchParams({ ...params, ...ticketParams })}`, visitorCookie.headers);
      const visitor = {
        voter: visitorCookie.voter,
        ticket: ticket ?? null,
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
      const { ask, path, preview } = await openPageContext(services, kindServices, exchange, id);
      const steps = renderer.start?.steps;
      if (preview || !steps?.isNeeded(ask.own)) return seeOther(path);
      const fields = removeEmpty(await readFormFields(exchange));
      const known = Object.entries(fields).flatMap(([name, value]) => {
        const isKept = ['.started', '.ticket'].includes(name) && typeof value === 'string';
        return isKept ? [[name.slice(1), value] as const] : [];
      });
      const params = new URLSearchParams(Object.fromEntries(known));
      try {
        params.set(checkedParam, await steps.check(ask, fields, () => services.clientKeyOf(exchange)));
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
      return qrReply(urlOf(exchange, id));
    },
  };
}
