import type { SubmissionErrorRenderer } from '../../api/serve-api.js';
import type { AskwellError } from '../../base/errors.js';
import { type Html, type HtmlPart, html } from '../../base/html.js';
import { createLocalizer, type Localizer } from '../../base/localizer.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { redirectUrls } from '../../core/read/redirect-urls.js';
import type { HttpExchange, PageReply } from '../../http/exchange.js';
import { isBrowserFormPost } from '../../http/headers/media-type.js';
import { publicBodyLimit } from '../../http/limits.js';
import { renderPage } from '../../http/render-page.js';
import { parseFormBody } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import { withBrandAccent } from '../../instance/options/brand.js';
import { isSameOrigin } from '../../owners/access/same-origin.js';
import type { AskDraft, Design } from '../../shared/contract/resources.js';
import type { Words } from '../../shared/messages/page-messages.js';
import { pageDocument } from './html-document.js';
import { type VisitorPage, visitorPageReply } from './page-reply.js';

interface ErrorText {
  readonly title: string;
  /** What to do about the error. */
  readonly advice: string;
}

interface ErrorPageOptions extends Pick<VisitorPage, 'frameAncestors' | 'redirectUrls' | 'isSecure'> {
  /** Seconds until the visitor can try again. Default: the error's `retryAfter`. */
  readonly wait?: number | undefined;
  readonly localizer?: Localizer;
  readonly design?: Design | null;
  readonly hasBranding?: boolean | undefined;
  readonly more?: HtmlPart;
}

/** Renders an error for visitors, on a page without an ask. */
export function errorPage(
  error: AskwellError,
  { base }: Pick<HttpExchange, 'base'>,
  {
    wait = error.retryAfter,
    more = null,
    localizer = createLocalizer(null),
    hasBranding,
    design = null,
    ...options
  }: ErrorPageOptions = {},
): PageReply {
  const { words, withLang, duration } = localizer;
  const { title, advice } = errorText(words, error);
  const body = html`<article class="ask"><header class="ask-head"><h1>${withLang(title)}</h1><p class="lead">${withLang(advice)}</p></header>${
    wait !== undefined && html`<p>${withLang(words.errors.wait(duration(wait)))}</p>`
  }${more}</article>`;
  const headers = error.retryAfter === undefined ? [] : ['retry-after', String(error.retryAfter)];
  return visitorPageReply(pageDocument({ base, localizer, title, body, hasBranding, design, isProblem: true }), {
    status: error.status,
    headers,
    // The form that sends an answer again contains the answer and the voter, so it is never compressed (BREACH).
    secrets: more === null ? [] : undefined,
    ...options,
  });
}

/**
 * Returns a function that renders errors of HTML form posts as pages. After a temporary error, the page has a button that
 * sends the answer again.
 */
export function createSubmissionErrorPage(services: Services): SubmissionErrorRenderer {
  const { origin, secure } = services.urls;
  const hasBranding = services.options.branding;
  return async (error, exchange, { ask, retryAfter }) => {
    if (!isBrowserFormPost(exchange)) return undefined;
    const isTemporary = error.code === 'rate_limited' || error.code === 'unavailable';
    const settings = await pageSettings(services, exchange, ask);
    const more = isTemporary && isSameOrigin(exchange, origin) ? await resendForm(exchange, settings.localizer) : null;
    const design = withBrandAccent(settings.design, services.brand);
    const page = { wait: retryAfter, more, isSecure: secure, hasBranding, ...settings, design };
    return renderPage(errorPage(error, exchange, page), () => undefined);
  };
}

/** The settings of the ask's own page: its language and design, who may frame it, where its answers redirect to. */
interface PageSettings extends Pick<VisitorPage, 'frameAncestors' | 'redirectUrls'> {
  readonly localizer: Localizer;
  readonly design?: Design | null;
}

async function pageSettings(services: Services, exchange: HttpExchange, id: string): Promise<PageSettings> {
  const { polls, quizzes, forms } = services;
  try {
    const settings =
      (await settingsIn(services, polls, exchange, id)) ??
      (await settingsIn(services, quizzes, exchange, id)) ??
      (await settingsIn(services, forms, exchange, id));
    return settings ?? { localizer: createLocalizer(null) };
  } catch {
    // The error may be that the database is unavailable.
    return { localizer: createLocalizer(null) };
  }
}

/** Returns the settings of an ask if it is of this kind. */
async function settingsIn<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { sites }: Services,
  { kind, submitService, visitorViews }: KindServices<Draft, Own, Body, W>,
  exchange: HttpExchange,
  id: string,
): Promise<PageSettings | undefined> {
  const ask = await submitService.findInLanguage(id, exchange);
  return (
    ask && {
      frameAncestors: ask.site === null ? [] : await sites.findOrigins(ask.site),
      redirectUrls: redirectUrls(kind, ask),
      localizer: createLocalizer(ask.terms.locale, ask.terms.words),
      design: await visitorViews.design(ask),
    }
  );
}

/** Renders a form that sends the same values again, so that no input is lost. Null if the body cannot be read. */
async function resendForm(exchange: HttpExchange, { words, withLang }: Localizer): Promise<Html | null> {
  try {
    const fields = Object.entries(parseFormBody(await exchange.body(publicBodyLimit)));
    const inputs = fields.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (text) => html`<textarea name="${name}" hidden>${'\n'}${text}</textarea>`,
      ),
    );
    const action = `${exchange.base}${exchange.path}`;
    return html`<form class="actions" method="post" action="${action}">${inputs}<button class="button primary large">${withLang(words.errors.sendAgain)}</button></form>`;
  } catch {
    return null;
  }
}

function errorText({ errors }: Words, { code }: AskwellError): ErrorText {
  switch (code) {
    case 'not_found':
    case 'method_not_allowed':
    case 'forbidden':
    case 'rate_limited':
    case 'unavailable':
    case 'too_large':
    case 'unsupported_media_type':
    case 'malformed':
      return errors[code];
    default:
      return errors.internal;
  }
}
