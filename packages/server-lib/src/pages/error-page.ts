import { isSameOrigin } from '../access/same-origin.js';
import type { RefuseByPage } from '../api/serve-api.js';
import type { House } from '../assemble-services.js';
import type { AskwellError } from '../errors.js';
import { publicBodyLimit } from '../http/body.js';
import type { Exchange, Reply } from '../http/exchange.js';
import { isBrowserPost } from '../http/media-type.js';
import { parseForm } from '../http/urlencoded.js';
import { type Html, html, type Part } from '../web/html.js';
import { document } from './html-document.js';
import { type PageReply, visitorPage } from './page-reply.js';
import { type Speech, speak } from './words/localizer.js';
import type { Words } from './words/words.js';

type Failure = { readonly title: string; readonly advice: string };

interface FailOptions extends Pick<PageReply, 'framers' | 'leadsTo' | 'isSecure'> {
  readonly wait?: number | undefined;
  readonly speech?: Speech;
  readonly more?: Part;
}

/** A refusal where there is no ask to show. */
export function failPage(
  error: AskwellError,
  { base }: Pick<Exchange, 'base'>,
  { wait = error.retryAfter, more = null, speech = speak(null), ...options }: FailOptions = {},
): Reply {
  const { words, say, duration } = speech;
  const { title, advice } = failureOf(words, error);
  const body = html`<article class="ask"><header class="ask-head"><h1>${say(title)}</h1><p class="lead">${say(advice)}</p></header>${
    wait !== undefined && html`<p>${say(words.failed.wait(duration(wait)))}</p>`
  }${more}</article>`;
  const headers = error.retryAfter === undefined ? [] : ['retry-after', String(error.retryAfter)];
  return visitorPage(document({ base, speech, title, body, isProblem: true }), {
    status: error.status,
    headers,
    // The form that sends an answer again holds the answer and what names the visitor: it is never compressed.
    secrets: more === null ? [] : undefined,
    ...options,
  });
}

/** Refuses browsers' own form posts by a page; after one that only came too soon, with a button that sends it again. */
export function createRefuseByPage(house: House): RefuseByPage {
  const { origin, secure } = house.place;
  return async (error, exchange, { ask, wait }) => {
    if (!isBrowserPost(exchange)) return undefined;
    const isSoon = error.code === 'rate_limited' || error.code === 'unavailable';
    const around = await aroundOf(house, ask);
    const more = isSoon && isSameOrigin(exchange, origin) ? await sendAgain(exchange, around.speech) : null;
    return failPage(error, exchange, { wait, more, isSecure: secure, ...around });
  };
}

/** The refusal stands where the ask's own page did, speaks as that does, and what it sends again leads where that leads. */
async function aroundOf(
  { polls, quizzes, forms, sites }: House,
  id: string,
): Promise<Pick<PageReply, 'framers' | 'leadsTo'> & { speech: Speech }> {
  try {
    const found = await Promise.all([polls, quizzes, forms].map(({ intake }) => intake.find(id)));
    const ask = found.find((one) => one !== undefined);
    if (!ask) return { speech: speak(null) };
    const framers = ask.site === null ? [] : await sites.originsOf(ask.site);
    return { framers, leadsTo: ask.terms.after?.url ?? null, speech: speak(ask.terms.locale) };
  } catch {
    // Where the database is away, so is what it knows of the ask.
    return { speech: speak(null) };
  }
}

/** The same form once more, so that nothing that was written is lost; null where it can't be read. */
async function sendAgain(exchange: Exchange, { words, say }: Speech): Promise<Html | null> {
  try {
    const fields = Object.entries(parseForm(await exchange.body(publicBodyLimit)));
    const inputs = fields.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (one) => html`<textarea name="${name}" hidden>${'\n'}${one}</textarea>`,
      ),
    );
    const action = `${exchange.base}${exchange.path}`;
    return html`<form class="actions" method="post" action="${action}">${inputs}<button class="button primary large">${say(words.failed.sendAgain)}</button></form>`;
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
