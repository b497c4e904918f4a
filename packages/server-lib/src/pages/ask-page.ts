import type { AskDraft } from '../asks/ask-types.js';
import type { Wire } from '../asks/kind-definition.js';
import type { KindRooms } from '../asks/kind-services.js';
import type { House } from '../assemble-services.js';
import { AskwellError } from '../errors.js';
import type { Exchange, Reply } from '../http/exchange.js';
import { seeOther } from '../http/reply.js';
import { baseUrl } from '../web/base-url.js';
import { type Html, html } from '../web/html.js';
import { document } from './html-document.js';
import type { Dress } from './kind-renderer.js';
import type { KeptParts } from './markup-cache.js';
import { openScene, type Scene } from './page-context.js';
import { cookieMark, ticketMark } from './page-query.js';
import { visitorPage } from './page-reply.js';
import { createFaces, type Face } from './page-states.js';
import { qrReply, share } from './share-link.js';

/** What a page is asked for, whatever the kind of its ask. */
export interface AskPages {
  show(exchange: Exchange, id: string): Promise<Reply>;
  /** Starts a quiz: what starting it gives stands in the address from then on, so that loading it again starts nothing. */
  start(exchange: Exchange, id: string): Promise<Reply>;
  qr(exchange: Exchange, id: string): Promise<Reply>;
}

/** What the form of a page names its visitor by. An author or an address may put any text beside it. */
function secretsIn({ guest, query }: Pick<Scene<never, never>, 'guest' | 'query'>): string[] {
  return [guest.voter, query.ticket, query.started].filter((secret) => secret !== undefined);
}

export function createAskPages<Draft extends AskDraft, Own, Body, W extends Wire>(
  house: House,
  rooms: KindRooms<Draft, Own, Body, W>,
  dress: Dress<Own, Body, W>,
  kept: KeptParts,
): AskPages {
  const { kind } = rooms;
  const { place, sites, options } = house;
  const faceOf = createFaces(house, rooms, dress, kept);
  const urlOf = (exchange: Exchange, id: string) => `${baseUrl(place, exchange)}/p/${id}`;

  /** With scripts and without them it is the same visitor; the form in the page holds the same voter. */
  function bodyOf({ guest }: Scene<Own, Body>, id: string, { head, body, hasWidget, answer }: Face) {
    if (!hasWidget) return html`<article class="ask">${head}${body}</article>`;
    const visitor = html`${guest.isLasting && html` voter="${guest.voter}"`}${answer && html` answer="${answer}"`}`;
    return html`<article class="ask">${head}${widgetOf(id, visitor, html`<div class="ask">${body}</div>`)}</article>`;
  }

  /** The page's heading stays where it is; the widget takes the place of what is in it. */
  function widgetOf(id: string, visitor: Html, plain: Html): Html {
    switch (kind.name) {
      case 'poll':
        return html`<askwell-poll poll-id="${id}"${visitor}>${plain}</askwell-poll>`;
      case 'quiz':
        return html`<askwell-quiz quiz-id="${id}" collect="name email"${visitor}>${plain}</askwell-quiz>`;
      case 'form':
        return html`<askwell-form form-id="${id}"${visitor}>${plain}</askwell-form>`;
    }
  }

  /** Loads the page again, so that it is known whether this browser keeps the cookie that is set on the way. */
  function proveCookie({ query }: Exchange, { path, guest }: Scene<Own, Body>): Reply {
    return seeOther(`${path}?${query && `${query}&`}${cookieMark}=1`, guest.headers);
  }

  /** Counts a start as what visitors send is counted. */
  async function admit(exchange: Exchange): Promise<void> {
    const { admitted, retryAfterSeconds } = await house.limiter.take(house.addressOf(exchange));
    if (!admitted) throw new AskwellError('rate_limited', undefined, { retryAfter: retryAfterSeconds });
  }

  return {
    async show(exchange, id) {
      const scene = await openScene(house, rooms, exchange, id);
      if (scene.guest.isUnproven && !scene.query.hasCookieBeenSet) return proveCookie(exchange, scene);
      const face = await faceOf(scene);
      const { ask, base, path, speech, guest, isPreview } = scene;
      const isShared = !isPreview && ask.terms.one_per !== 'ticket';
      const page = document({
        base,
        speech,
        title: ask.title,
        description: ask.terms.description,
        url: urlOf(exchange, id),
        isProblem: face.isProblem ?? false,
        hasWidget: face.hasWidget ?? false,
        body: bodyOf(scene, id, face),
        foot: isShared && share(speech, urlOf(exchange, id), `${path}/qr.svg`),
      });
      return visitorPage(page, {
        status: face.status ?? 200,
        headers: guest.headers,
        framers: ask.site === null ? [] : await sites.originsOf(ask.site),
        leadsTo: ask.terms.after?.url ?? null,
        isSecure: place.secure,
        imageHosts: options.imageHosts,
        isSecret: face.isSecret ?? false,
        secrets: face.isCompressible ? secretsIn(scene) : undefined,
      });
    },

    async start(exchange, id) {
      const { ask, path, query, guest, isPreview } = await openScene(house, rooms, exchange, id);
      if (isPreview || !dress.start?.isNeeded(ask.own)) return seeOther(path);
      await admit(exchange);
      const { ticket } = query;
      const known = ticket === undefined ? {} : { ticket };
      const page = (members: Record<string, string>) =>
        seeOther(`${path}?${new URLSearchParams({ ...members, ...known })}`, guest.headers);
      const visitor = { voter: guest.voter, ticket: ticket ?? null, client: () => house.clientOf(exchange) };
      try {
        return page({ started: await dress.start.begin(ask, visitor) });
      } catch (error) {
        if (!(error instanceof AskwellError) || error.status >= 500) throw error;
        // The page says why it can't be started.
        return page(error.code === 'invalid' ? { [ticketMark]: '1' } : {});
      }
    },

    async qr(exchange, id) {
      await openScene(house, rooms, exchange, id);
      return qrReply(urlOf(exchange, id));
    },
  };
}
