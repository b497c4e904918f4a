import { renderSVG } from 'uqr';
import { admitCheck } from '../../api/asks/check-endpoints.js';
import { AskwellError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import { createLocalizer, type Localizer } from '../../base/localizer.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { toSharedDraft } from '../../core/asks/validate-definition.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { languageParam } from '../../core/languages/wanted-languages.js';
import { redirectUrls } from '../../core/read/redirect-urls.js';
import { readFormFields, removeEmpty } from '../../core/submit/parse-submission.js';
import type { HttpExchange, PageReply, Reply } from '../../http/exchange.js';
import { seeOther, temporaryRedirect } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { withBrandAccent } from '../../instance/options/brand.js';
import { isSameOrigin } from '../../owners/access/same-origin.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { findTexts, textAt } from '../../shared/translations/text-shape.js';
import { baseUrl } from '../ui/base-url.js';
import { icons } from '../ui/icons.js';
import { pageDocument } from './html-document.js';
import type { KindRenderer } from './kind-renderer.js';
import type { MarkupCache } from './markup-cache.js';
import { openPageContext, type PageContext } from './page-context.js';
import { checkedParam, cookieParam, invalidParam, ticketParam } from './page-query.js';
import { visitorPageReply } from './page-reply.js';
import type { PageState } from './page-state.js';
import { createPageStates } from './page-states.js';

/** The handlers of the hosted pages of one kind of ask. */
export interface AskPages {
  show(exchange: HttpExchange, id: string): Promise<PageReply>;
  /** Shows the next step of a form, or the one before. The last step is sent on to the public operation. */
  step(exchange: HttpExchange, id: string): Promise<PageReply>;
  /** Shows the page with the button that starts a quiz. A link must not start the clock. */
  startPage(exchange: HttpExchange, id: string): Promise<PageReply>;
  /** Starts a quiz and redirects to its page with the `started` token in the URL, so that a reload starts nothing. */
  start(exchange: HttpExchange, id: string): Promise<PageReply>;
  /** Checks an answer of a started quiz, and redirects to its verdict. */
  check(exchange: HttpExchange, id: string): Promise<PageReply>;
  qr(exchange: HttpExchange, id: string): Promise<PageReply>;
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
      const { ask, path, languageParams, visitorCookie, user, preview } = await openPageContext(
        services,
        kindServices,
        exchange,
        id,
      );
      if (preview || !renderer.start?.isNeeded(ask.own)) return seeOther(path);
      await checkRateLimit(exchange);
      const { ticket } = removeEmpty(await readFormFields(exchange));
      const ticketParams = typeof ticket === 'string' ? { ticket } : {};
      const redirect = (params: Record<string, string>) =>
        seeOther(
          `${path}?${new URLSearchParams({ ...languageParams, ...params, ...ticketParams })}`,
          visitorCookie.headers,
        );
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
      const { ask, path, languageParams, user, preview } = await openPageContext(services, kindServices, exchange, id);
      const steps = renderer.start?.steps;
      if (preview || !steps?.isNeeded(ask.own)) return seeOther(path);
      const fields = removeEmpty(await readFormFields(exchange));
      const known = Object.entries(fields).flatMap(([name, value]) => {
        const isKept = ['.started', '.ticket'].includes(name) && typeof value === 'string';
        return isKept ? [[name.slice(1), value] as const] : [];
      });
      const params = new URLSearchParams({ ...languageParams, ...Object.fromEntries(known) });
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

/** Returns the secrets in the form of a page. Next to them may be any text, from an author or from the URL. */
function secretsIn({ visitorCookie, query }: Pick<PageContext<never, never>, 'visitorCookie' | 'query'>): string[] {
  return [visitorCookie.voter, query.ticket, query.started].filter((secret) => secret !== undefined);
}

/** Returns the public URL of a hosted page. */
function pageUrl(urls: Services['urls'], exchange: HttpExchange, id: string): string {
  return `${baseUrl(urls, exchange)}/p/${id}`;
}

/** Creates a function that returns the response with a page in a state. */
function createAskReply<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { urls, sites, options, brand }: Services,
  { kind, visitorViews }: KindServices<Draft, Own, Body, W>,
) {
  type Context = PageContext<Own, Body>;

  /**
   * The body of a page. The widget gets the same voter as the form, so that both are one visitor. A user is recognized by the session of
   * the app instead.
   */
  function bodyOf(
    { ask, visitorCookie, preview }: Context,
    exchange: HttpExchange,
    id: string,
    { head, body, hasWidget, answer }: PageState,
  ) {
    const languages = languageLinks(ask, exchange);
    if (!hasWidget) return html`<article class="ask">${languages}${head}${body}</article>`;
    const visitor = preview
      ? html` preview="${preview.token}"`
      : html`${visitorCookie.isLasting && ask.terms.one_per !== 'user' && html` voter="${visitorCookie.voter}"`}${answer && html` answer="${answer}"`}`;
    // The links choose the language, also for the widget.
    const lang = ask.translated && html` lang="${ask.terms.locale}"`;
    const widget = widgetOf(id, html`${visitor}${lang}`, html`<div class="ask">${body}</div>`);
    return html`<article class="ask">${languages}${head}${widget}</article>`;
  }

  /** Marks the texts that have no translation into the language of the page. */
  function markFirstLanguage({ translated, terms }: Context['ask'], body: Html): Html {
    const [first] = terms.languages;
    if (!translated || first === undefined || first === terms.locale) return body;
    const { original, translation } = translated;
    const texts = findTexts(kind.textShape, kind.toDraft(original.own, toSharedDraft(original)));
    const missing = texts.filter(({ keys }) => textAt(translation, keys) === undefined);
    return body.withLanguage(
      missing.map(({ text }) => text),
      first,
    );
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
  ): Promise<PageReply> {
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
      isOneField: pageState.isOneField ?? false,
      body: markFirstLanguage(ask, bodyOf(pageContext, exchange, id, pageState)),
      hasBranding: options.branding,
      footer: isShared && share(localizer, pageUrl(urls, exchange, id), `${path}/qr.svg`),
    });
    return visitorPageReply(page, {
      status: pageState.status ?? 200,
      headers: visitorCookie.headers,
      frameAncestors: ask.site === null ? [] : await sites.findOrigins(ask.site),
      redirectUrls: redirectUrls(kind, ask),
      isSecure: urls.secure,
      imageHosts: options.imageHosts,
      isSecret: pageState.isSecret ?? false,
      secrets: pageState.isCompressible ? secretsIn(pageContext) : undefined,
    });
  };
}

/** The links to the same page in the other languages. */
function languageLinks({ terms }: Pick<StoredAsk<unknown>, 'terms'>, exchange: HttpExchange): Html | null {
  const { languages, locale } = terms;
  if (languages.length < 2) return null;
  const { words } = createLocalizer(locale);
  const links = languages.map((language) => {
    const { lang, name, dir } = createLocalizer(language);
    const params = new URLSearchParams(exchange.query);
    params.set(languageParam, language);
    const current = language === locale && html` aria-current="true"`;
    return html`<li><a href="${exchange.base}${exchange.path}?${String(params)}" lang="${lang}" hreflang="${lang}" dir="${dir}"${current}>${name}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${words.language}"><ul>${links}</ul></nav>`;
}

/** The link to a page, to copy or to scan as a QR code. */
function share({ words, withLang }: Localizer, url: string, image: string): Html {
  const { title, link, copy, copied, qr } = words.share;
  return html`<details class="share"><summary>${withLang(title)}</summary>
<div class="share-line"><label class="unseen" for="share-link">${withLang(link)}</label><input id="share-link" type="text" readonly value="${url}" dir="ltr" autocomplete="off" spellcheck="false"><button type="button" class="button copy" data-copies="share-link" hidden>${icons.copy}<span aria-live="polite" data-copied-text="${copied}">${copy}</span></button></div>
<img class="qr" src="${image}" alt="${qr}" width="176" height="176" loading="lazy">
</details>`;
}

/** Returns the QR code of a URL. It is always dark on light, because many scanners support nothing else. */
function qrReply(url: string): Reply {
  const image = renderSVG(url, { ecc: 'M', border: 4, whiteColor: '#fff', blackColor: '#000' });
  return {
    status: 200,
    headers: [
      'content-type',
      'image/svg+xml; charset=utf-8',
      'content-security-policy',
      "default-src 'none'",
      'cross-origin-resource-policy',
      'same-origin',
      'cache-control',
      'no-cache',
    ],
    body: image,
    compressible: true,
  };
}
