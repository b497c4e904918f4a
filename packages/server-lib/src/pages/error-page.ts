import { isSameOrigin } from '../access/same-origin.js';
import type { SubmissionErrorRenderer } from '../api/serve-api.js';
import type { Services } from '../assemble-services.js';
import type { AskwellError } from '../errors.js';
import { publicBodyLimit } from '../http/body.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { isBrowserFormPost } from '../http/media-type.js';
import { parseFormBody } from '../http/urlencoded.js';
import { createLocalizer, type Localizer } from '../messages/localizer.js';
import type { Words } from '../messages/page-messages.js';
import { type Html, type HtmlPart, html } from '../web/html.js';
import { document } from './html-document.js';
import { type PageReply, visitorPageReply } from './page-reply.js';

type Failure = { readonly title: string; readonly advice: string };

interface FailOptions extends Pick<PageReply, 'frameAncestors' | 'redirectUrl' | 'isSecure'> {
  readonly wait?: number | undefined;
  readonly localizer?: Localizer;
  readonly more?: HtmlPart;
}

/** A refusal where there is no ask to show. */
export function errorPage(
  error: AskwellError,
  { base }: Pick<HttpExchange, 'base'>,
  { wait = error.retryAfter, more = null, localizer = createLocalizer(null), ...options }: FailOptions = {},
): Reply {
  const { words, withLang, duration } = localizer;
  const { title, advice } = failureOf(words, error);
  const body = html`<article class="ask"><header class="ask-head"><h1>${withLang(title)}</h1><p class="lead">${withLang(advice)}</p></header>${
    wait !== undefined && html`<p>${withLang(words.failed.wait(duration(wait)))}</p>`
  }${more}</article>`;
  const headers = error.retryAfter === undefined ? [] : ['retry-after', String(error.retryAfter)];
  return visitorPageReply(document({ base, localizer, title, body, isProblem: true }), {
    status: error.status,
    headers,
    // The form that sends an answer again holds the answer and what names the visitor: it is never compressed.
    secrets: more === null ? [] : undefined,
    ...options,
  });
}

/** Refuses browsers' own form posts by a page; after one that only came too soon, with a button that sends it again. */
export function createSubmissionErrorPage(services: Services): SubmissionErrorRenderer {
  const { origin, secure } = services.urls;
  return async (error, exchange, { ask, retryAfter }) => {
    if (!isBrowserFormPost(exchange)) return undefined;
    const isSoon = error.code === 'rate_limited' || error.code === 'unavailable';
    const around = await aroundOf(services, ask);
    const more = isSoon && isSameOrigin(exchange, origin) ? await sendAgain(exchange, around.localizer) : null;
    return errorPage(error, exchange, { wait: retryAfter, more, isSecure: secure, ...around });
  };
}

/** The refusal stands where the ask's own page did, speaks as that does, and what it sends again leads where that leads. */
async function aroundOf(
  { polls, quizzes, forms, sites }: Services,
  id: string,
): Promise<Pick<PageReply, 'frameAncestors' | 'redirectUrl'> & { localizer: Localizer }> {
  try {
    const found = await Promise.all([polls, quizzes, forms].map(({ submitService }) => submitService.find(id)));
    const ask = found.find((one) => one !== undefined);
    if (!ask) return { localizer: createLocalizer(null) };
    const frameAncestors = ask.site === null ? [] : await sites.findOrigins(ask.site);
    return { frameAncestors, redirectUrl: ask.terms.after?.url ?? null, localizer: createLocalizer(ask.terms.locale) };
  } catch {
    // Where the database is away, so is what it knows of the ask.
    return { localizer: createLocalizer(null) };
  }
}

/** The same form once more, so that nothing that was written is lost; null where it can't be read. */
async function sendAgain(exchange: HttpExchange, { words, withLang }: Localizer): Promise<Html | null> {
  try {
    const fields = Object.entries(parseFormBody(await exchange.body(publicBodyLimit)));
    const inputs = fields.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (one) => html`<textarea name="${name}" hidden>${'\n'}${one}</textarea>`,
      ),
    );
    const action = `${exchange.base}${exchange.path}`;
    return html`<form class="actions" method="post" action="${action}">${inputs}<button class="button primary large">${withLang(words.failed.sendAgain)}</button></form>`;
  } catch {
    return null;
  }
}

function failureOf({ failed }: Words, { code }: AskwellError): Failure {
  switch (code) {
    case 'not_found':
    case 'method_not_allowed':
    case 'forbidden':
    case 'rate_limited':
    case 'unavailable':
    case 'too_large':
    case 'unsupported_media_type':
    case 'malformed':
      return failed[code];
    default:
      return failed.internal;
  }
}
