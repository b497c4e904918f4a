import { type Html, html } from '../../base/html.js';
import { redirectUrl } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import type { Services } from '../../instance/assemble-services.js';
import { withBrandAccent } from '../../instance/options/brand.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { baseUrl } from '../ui/base-url.js';
import { pageDocument } from './html-document.js';
import type { PageContext } from './page-context.js';
import { visitorPageReply } from './page-reply.js';
import type { PageState } from './page-state.js';
import { share } from './share-link.js';

/** Returns the secrets in the form of a page. Next to them may be any text, from an author or from the URL. */
function secretsIn({ visitorCookie, query }: Pick<PageContext<never, never>, 'visitorCookie' | 'query'>): string[] {
  return [visitorCookie.voter, query.ticket, query.started].filter((secret) => secret !== undefined);
}

/** Returns the public URL of a hosted page. */
export function pageUrl(urls: Services['urls'], exchange: HttpExchange, id: string): string {
  return `${baseUrl(urls, exchange)}/p/${id}`;
}

/** Creates a function that returns the response with a page in a state. */
export function createAskReply<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { urls, sites, options, brand }: Services,
  { kind, visitorViews }: KindServices<Draft, Own, Body, W>,
) {
  type Context = PageContext<Own, Body>;

  /**
   * The body of a page. The widget gets the same voter as the form, so that both are one visitor. A user is recognized by the session of
   * the app instead.
   */
  function bodyOf({ ask, visitorCookie, preview }: Context, id: string, { head, body, hasWidget, answer }: PageState) {
    if (!hasWidget) return html`<article class="ask">${head}${body}</article>`;
    const visitor = preview
      ? html` preview="${preview.token}"`
      : html`${visitorCookie.isLasting && ask.terms.one_per !== 'user' && html` voter="${visitorCookie.voter}"`}${answer && html` answer="${answer}"`}`;
    return html`<article class="ask">${head}${widgetOf(id, visitor, html`<div class="ask">${body}</div>`)}</article>`;
  }

  /** The element of the widget. The widget replaces its content, which is shown until then or without JavaScript. */
  function widgetOf(id: string, visitor: Html, content: Html): Html {
    switch (kind.name) {
      case 'poll':
        return html`<askwell-poll poll-id="${id}"${visitor}>${content}</askwell-poll>`;
      case 'quiz':
        return html`<askwell-quiz quiz-id="${id}"${visitor}>${content}</askwell-quiz>`;
      case 'form':
        return html`<askwell-form form-id="${id}"${visitor}>${content}</askwell-form>`;
    }
  }

  return async function replyFor(
    exchange: HttpExchange,
    id: string,
    pageContext: Context,
    pageState: PageState,
  ): Promise<Reply> {
    const { ask, base, path, localizer, visitorCookie, preview } = pageContext;
    const isShared = !preview && ask.terms.one_per !== 'ticket';
    const page = pageDocument({
      base,
      localizer,
      title: ask.title,
      description: ask.terms.description,
      design: withBrandAccent(await visitorViews.design(ask), brand),
      url: pageUrl(urls, exchange, id),
      isProblem: pageState.isProblem ?? false,
      hasWidget: pageState.hasWidget ?? false,
      body: bodyOf(pageContext, id, pageState),
      hasBranding: options.branding,
      footer: isShared && share(localizer, pageUrl(urls, exchange, id), `${path}/qr.svg`),
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
  };
}
