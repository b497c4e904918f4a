import { signInRequest } from '../access/resolve-sign-in.js';
import type { AskDraft } from '../asks/ask-types.js';
import type { StoredAsk } from '../asks/definition/stored-ask.js';
import type { Wire } from '../asks/kind-definition.js';
import type { KindRooms } from '../asks/kind-services.js';
import type { Given } from '../asks/read/visitor-view.js';
import { type Visitor, voterTo } from '../asks/submit/visitor-identity.js';
import type { House } from '../assemble-services.js';
import { AskwellError } from '../errors.js';
import type { Exchange } from '../http/exchange.js';
import { type PageQuery, readQuery } from './page-query.js';
import { type Guest, guestOf } from './visitor-cookie.js';
import { type Speech, speak } from './words/localizer.js';

/** An ask, and a visitor before it. */
export interface Scene<Own, Body> {
  readonly base: string;
  /** The path of its page. */
  readonly path: string;
  readonly ask: StoredAsk<Own>;
  /** Whether it is a draft, which its owner alone sees. */
  readonly isPreview: boolean;
  readonly speech: Speech;
  readonly query: PageQuery;
  readonly guest: Guest;
  /** What this visitor has given where one answer is told from another's. */
  readonly given: Given<Body>;
}

/** Finds the ask of a page's address: as any visitor, or a draft as its owner. */
export async function openScene<Draft extends AskDraft, Own, Body, W extends Wire>(
  house: House,
  rooms: KindRooms<Draft, Own, Body, W>,
  exchange: Exchange,
  id: string,
): Promise<Scene<Own, Body>> {
  const query = readQuery(exchange);
  const published = await rooms.intake.find(id);
  const ask = published ?? (await findDraft(house, rooms, exchange, id));
  if (!ask) throw new AskwellError('not_found');
  const guest = guestOf(exchange, house.place.secure);
  const visitor = { voter: guest.voter, ticket: query.ticket ?? null, client: () => house.clientOf(exchange) };
  return {
    base: exchange.base,
    path: `${exchange.base}/p/${id}`,
    ask,
    isPreview: !published,
    speech: speak(ask.terms.locale),
    query,
    guest,
    given: await givenBy(house, rooms, ask, visitor),
  };
}

async function findDraft<Draft extends AskDraft, Own, Body, W extends Wire>(
  { signIn }: House,
  { asks }: KindRooms<Draft, Own, Body, W>,
  exchange: Exchange,
  id: string,
): Promise<StoredAsk<Own> | undefined> {
  const session = await signIn.find(signInRequest(exchange));
  return session ? (await asks.find(session.scope, id))?.ask : undefined;
}

async function givenBy<Draft extends AskDraft, Own, Body, W extends Wire>(
  { secret }: House,
  { showing }: KindRooms<Draft, Own, Body, W>,
  ask: StoredAsk<Own>,
  visitor: Visitor,
): Promise<Given<Body>> {
  const voter = ask.terms.one_per === null ? null : voterTo(ask, visitor, secret.key);
  return voter === null ? { count: 0, last: undefined } : showing.givenBy(ask, voter);
}
