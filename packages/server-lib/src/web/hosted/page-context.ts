import { base62, randomText } from '../../base/crypto/random.js';
import { AskwellError } from '../../base/errors.js';
import type { Party } from '../../base/event-loop.js';
import { createLocalizer, type Localizer, withFormulas } from '../../base/localizer.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { chosenLanguage, languageParam, wantedLanguages } from '../../core/languages/wanted-languages.js';
import type { VisitorAnswers } from '../../core/read/visitor-view.js';
import { identifyVoter, type Visitor } from '../../core/submit/visitor-identity.js';
import type { HttpExchange } from '../../http/exchange.js';
import type { Services } from '../../instance/assemble-services.js';
import { readCookie } from '../../owners/access/session-cookie.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { type PageQuery, readPageQuery } from './page-query.js';

/** The maximum lifetime that browsers allow. */
const cookieMaxAge = 400 * 24 * 3600;
const voterLength = 32;
const voterPattern = /^[A-Za-z0-9]{32}$/;
/** The values of `Sec-Fetch-Dest` for a page inside another page. */
const frameDestinations: ReadonlySet<string | undefined> = new Set([
  'iframe',
  'frame',
  'embed',
  'object',
  'fencedframe',
]);

const framedName = '__Secure-askwell-framed-visitor';

/** The preview of a draft, for its owner and for visitors with a preview link. */
export interface Preview {
  /** The token of the link. */
  readonly token: string;
  readonly isOwner: boolean;
}

/** A request for the page of an ask: the ask and the visitor. */
export interface PageContext<Own, Body> {
  readonly base: string;
  /** The party that the work of the request counts for. */
  readonly party: Party;
  /** The path of the page. */
  readonly path: string;
  /** The query of the request, with its `?`. */
  readonly search: string;
  /** The parameter that keeps a chosen language. Links and forms of the page have it. */
  readonly languageParams: Readonly<Record<string, string>>;
  /** In the language of the visitor. */
  readonly ask: StoredAsk<Own>;
  /** Null unless the ask is a draft. */
  readonly preview: Preview | null;
  readonly localizer: Localizer;
  /** Whether the browser's own validation messages are in another language than the page. */
  readonly isForeignBrowser: boolean;
  readonly query: PageQuery;
  readonly visitorCookie: VisitorCookie;
  /** The signed-in user, if the ask needs one. */
  readonly user: string | null;
  /** Whether the visitor has to sign in before they can answer. */
  readonly needsSignIn: boolean;
  /** The answers of this visitor that count against `one_per`. */
  readonly previousAnswers: VisitorAnswers<Body>;
}

const noAnswers = { count: 0, last: undefined };

/**
 * Reads a request for a page and finds its ask.
 *
 * @throws AskwellError with the code `not_found` if the ask does not exist, or is a draft and the visitor is not its owner
 * and has no preview link.
 */
export async function openPageContext<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: Services,
  kindServices: KindServices<Draft, Own, Body, W>,
  exchange: HttpExchange,
  id: string,
): Promise<PageContext<Own, Body>> {
  const query = readPageQuery(exchange);
  const published = await kindServices.submitService.find(id);
  const draft = published ? undefined : await findDraft(services, kindServices, exchange, id, query.preview);
  const found = published ?? draft?.ask;
  if (!found) throw new AskwellError('not_found');
  const ask = kindServices.asks.inLanguage(found, wantedLanguages(exchange));
  const chosen = ask.translated ? chosenLanguage(exchange) : undefined;
  const visitorCookie = readVisitorCookie(exchange, services.urls.secure);
  const user = published?.terms.one_per === 'user' ? await services.signIn.findUserId(toSignInRequest(exchange)) : null;
  const visitor = {
    user,
    voter: visitorCookie.voter,
    ticket: query.ticket ?? null,
    clientKey: () => services.clientKeyOf(exchange),
  };
  const formulas = await kindServices.visitorViews.formulasIn({ ...ask.own, ...ask.terms });
  const localizer = withFormulas(createLocalizer(ask.terms.locale, ask.terms.words), formulas);
  return {
    base: exchange.base,
    party: services.partyOf(exchange),
    path: `${exchange.base}/p/${id}`,
    search: exchange.query && `?${exchange.query}`,
    languageParams: chosen === undefined ? {} : { [languageParam]: chosen },
    ask,
    preview: draft?.preview ?? null,
    localizer,
    isForeignBrowser: isForeign(exchange.header('accept-language'), localizer),
    query,
    visitorCookie,
    user,
    needsSignIn: published?.terms.one_per === 'user' && user === null,
    // A preview shows what a new visitor will see.
    previousAnswers: published ? await answersOf(services, kindServices, published, visitor) : noAnswers,
  };
}

/** Finds a draft, for its signed-in owner or with the token of a preview link. */
async function findDraft<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { signIn }: Services,
  { asks, previews }: KindServices<Draft, Own, Body, W>,
  exchange: HttpExchange,
  id: string,
  token: string | undefined,
): Promise<{ ask: StoredAsk<Own>; preview: Preview } | undefined> {
  const session = await signIn.find(toSignInRequest(exchange));
  const own = session && (await asks.find(session.scope, id))?.ask;
  if (own) return { ask: own, preview: { token: previews.sign(own), isOwner: true } };
  const ask = await previews.find(id, token);
  return ask && token ? { ask, preview: { token, isOwner: false } } : undefined;
}

async function answersOf<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { secret }: Services,
  { visitorViews }: KindServices<Draft, Own, Body, W>,
  ask: StoredAsk<Own>,
  visitor: Visitor,
): Promise<VisitorAnswers<Body>> {
  const { one_per } = ask.terms;
  const isUnknown = one_per === null || (one_per === 'user' && visitor.user === null);
  const voter = isUnknown ? null : identifyVoter(ask, visitor, secret.key);
  return voter === null ? { count: 0, last: undefined } : visitorViews.answersOf(ask, voter);
}

/** Whether the first language of an `Accept-Language` header differs from the language of a page and the language of its texts. */
function isForeign(accepted: string | undefined, { lang, words }: Localizer): boolean {
  const [, language] = /^\s*([a-z]{2,3})\b/i.exec(accepted ?? '') ?? [];
  return language !== undefined && ![lang, words.lang].some((tag) => isSameLanguage(tag, language));
}

function isSameLanguage(tag: string, language: string): boolean {
  return new Intl.Locale(tag).language === language.toLowerCase();
}

/** The cookie that identifies a visitor of hosted pages. It contains only a random ID. */
interface VisitorCookie {
  readonly voter: string;
  /** Whether the browser stores the cookie. Some browsers store no cookies in frames. */
  readonly isLasting: boolean;
  /** Whether the next request will show if the browser stores the cookie. True for the first request in a third-party frame. */
  readonly isUnproven: boolean;
  /** Headers that set the cookie or extend its lifetime. */
  readonly headers: readonly string[];
}

type Request = Pick<HttpExchange, 'base' | 'header'>;

/**
 * Reads or creates the cookie of a visitor. Browsers send it only to hosted pages. Their forms send its ID with the answer,
 * and the database stores only an HMAC of it.
 */
function readVisitorCookie(exchange: Request, isSecure: boolean): VisitorCookie {
  const firstParty = isSecure ? '__Secure-askwell-visitor' : 'askwell-visitor';
  const knownVoter = voterIn(exchange, firstParty);
  const framed = knownVoter === undefined && isSecure ? readFramedCookie(exchange) : undefined;
  if (framed) return framed;
  const voter = knownVoter ?? newVoter();
  const isDocument = (exchange.header('sec-fetch-dest') ?? 'document') === 'document';
  const headers = setCookie(exchange, firstParty, voter, `SameSite=Lax${isSecure ? '; Secure' : ''}`);
  return { voter, isLasting: knownVoter !== undefined || isDocument, isUnproven: false, headers };
}

/**
 * Reads or creates the cookie of a visitor in a frame on another site. Browsers send no `SameSite=Lax` cookies there and
 * may deny storage to scripts, but allow a partitioned cookie: one for each site that shows the frame. It has its own name,
 * so that a browser without support for `Partitioned` never replaces the first-party cookie with it.
 */
function readFramedCookie(exchange: Request): VisitorCookie | undefined {
  if (!frameDestinations.has(exchange.header('sec-fetch-dest'))) return undefined;
  const knownVoter = voterIn(exchange, framedName);
  // Later requests come from the page in the frame, so they are same-origin.
  if (knownVoter === undefined && exchange.header('sec-fetch-site') !== 'cross-site') return undefined;
  const voter = knownVoter ?? newVoter();
  const headers = setCookie(exchange, framedName, voter, 'SameSite=None; Secure; Partitioned');
  return { voter, isLasting: knownVoter !== undefined, isUnproven: knownVoter === undefined, headers };
}

function voterIn(exchange: Request, name: string): string | undefined {
  const value = readCookie(exchange.header('cookie'), name);
  return value !== undefined && voterPattern.test(value) ? value : undefined;
}

function newVoter(): string {
  return randomText(base62, voterLength);
}

function setCookie({ base }: Request, name: string, voter: string, attributes: string): readonly string[] {
  return ['set-cookie', `${name}=${voter}; Path=${base}/p; Max-Age=${cookieMaxAge}; HttpOnly; ${attributes}`];
}
