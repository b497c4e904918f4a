import { isSameOrigin } from '../auth/same-origin.js';
import type { AskwellError } from '../errors.js';
import type { RefuseByPage } from '../http/api.js';
import { publicBodyLimit } from '../http/body.js';
import type { Exchange, Reply } from '../http/exchange.js';
import { isBrowserPost } from '../http/form-post.js';
import { parseForm } from '../http/urlencoded.js';
import type { Place } from '../options.js';
import { type Html, html, type Part } from '../web/html.js';
import { document } from './document.js';
import { visitorPage } from './reply.js';
import { speak } from './speech.js';
import type { Words } from './words/words.js';

type Failure = { readonly title: string; readonly advice: string };

/** A refusal where there is no ask to show. */
export function failPage(
  error: AskwellError,
  { base }: Pick<Exchange, 'base'>,
  {
    wait = error.retryAfter,
    more = null,
    isSecure = false,
  }: { wait?: number | undefined; more?: Part; isSecure?: boolean } = {},
): Reply {
  const speech = speak(null);
  const { words } = speech;
  const { title, advice } = failureOf(words, error);
  const body = html`<article class="ask"><header class="ask-head"><h1>${title}</h1><p class="lead">${advice}</p></header>${
    wait !== undefined && html`<p>${words.failed.wait(wait, speech.number(wait))}</p>`
  }${more}</article>`;
  const headers = error.retryAfter === undefined ? [] : ['retry-after', String(error.retryAfter)];
  return visitorPage(document({ base, speech, title, body, isProblem: true }), {
    status: error.status,
    headers,
    isSecure,
  });
}

/** Refuses browsers' own form posts by a page; after one that only came too soon, with a button that sends it again. */
export function createRefuseByPage(place: Pick<Place, 'origin' | 'secure'>): RefuseByPage {
  return async (error, exchange, wait) => {
    if (!isBrowserPost(exchange)) return undefined;
    const isSoon = error.code === 'rate_limited' || error.code === 'unavailable';
    const more = isSoon && isSameOrigin(exchange, place.origin) ? await sendAgain(exchange) : null;
    return failPage(error, exchange, { wait, more, isSecure: place.secure });
  };
}

/** The same form once more, so that nothing that was written is lost; null where it can't be read. */
async function sendAgain(exchange: Exchange): Promise<Html | null> {
  try {
    const fields = Object.entries(parseForm(await exchange.body(publicBodyLimit)));
    const inputs = fields.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (one) => html`<textarea name="${name}" hidden>${'\n'}${one}</textarea>`,
      ),
    );
    const action = `${exchange.base}${exchange.path}`;
    return html`<form class="actions" method="post" action="${action}">${inputs}<button class="button primary large">${speak(null).words.failed.sendAgain}</button></form>`;
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
