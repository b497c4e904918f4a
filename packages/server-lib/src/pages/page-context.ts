import { toSignInRequest } from '../accounts/resolve-sign-in.js';
import type { AskDraft } from '../asks/ask-types.js';
import type { StoredAsk } from '../asks/definition/stored-ask.js';
import type { KindServices } from '../asks/kind-services.js';
import type { KindTypes } from '../asks/kind-types.js';
import type { VisitorAnswers } from '../asks/read/visitor-view.js';
import { identifyVoter, type Visitor } from '../asks/submit/visitor-identity.js';
import type { Services } from '../assemble-services.js';
import { AskwellError } from '../errors.js';
import type { HttpExchange } from '../http/exchange.js';
import { createLocalizer, type Localizer } from '../messages/localizer.js';
import { type PageQuery, readQuery } from './page-query.js';
import { readVisitorCookie, type VisitorCookie } from './visitor-cookie.js';

/** An ask, and a visitor before it. */
export interface PageContext<Own, Body> {
  readonly base: string;
  /** The path of its page. */
  readonly path: string;
  readonly ask: StoredAsk<Own>;
  /** Whether it is a draft, which its owner alone sees. */
  readonly isPreview: boolean;
  readonly localizer: Localizer;
  readonly query: PageQuery;
  readonly visitorCookie: VisitorCookie;
  /** What this visitor has given where one answer is told from another's. */
  readonly previousAnswers: VisitorAnswers<Body>;
}

/** Finds the ask of a page's address: as any visitor, or a draft as its owner. */
export async function openPageContext<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: Services,
  kindServices: KindServices<Draft, Own, Body, W>,
  exchange: HttpExchange,
  id: string,
): Promise<PageContext<Own, Body>> {
  const query = readQuery(exchange);
  const published = await kindServices.submitService.find(id);
  const ask = published ?? (await findDraft(services, kindServices, exchange, id));
  if (!ask) throw new AskwellError('not_found');
  const visitorCookie = readVisitorCookie(exchange, services.urls.secure);
  const visitor = {
    voter: visitorCookie.voter,
    ticket: query.ticket ?? null,
    clientKey: () => services.clientKeyOf(exchange),
  };
  return {
    base: exchange.base,
    path: `${exchange.base}/p/${id}`,
    ask,
    isPreview: !published,
    localizer: createLocalizer(ask.terms.locale),
    query,
    visitorCookie,
    previousAnswers: await givenBy(services, kindServices, ask, visitor),
  };
}

async function findDraft<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { signIn }: Services,
  { asks }: KindServices<Draft, Own, Body, W>,
  exchange: HttpExchange,
  id: string,
): Promise<StoredAsk<Own> | undefined> {
  const session = await signIn.find(toSignInRequest(exchange));
  return session ? (await asks.find(session.scope, id))?.ask : undefined;
}

async function givenBy<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { secret }: Services,
  { visitorViews }: KindServices<Draft, Own, Body, W>,
  ask: StoredAsk<Own>,
  visitor: Visitor,
): Promise<VisitorAnswers<Body>> {
  const voter = ask.terms.one_per === null ? null : identifyVoter(ask, visitor, secret.key);
  return voter === null ? { count: 0, last: undefined } : visitorViews.answersOf(ask, voter);
}
