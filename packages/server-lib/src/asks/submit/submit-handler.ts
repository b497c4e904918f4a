import type { OpenHandler, Telling } from '../../api/keyed-endpoint.js';
import { AskwellError, type ErrorCode } from '../../errors.js';
import type { Exchange, Reply } from '../../http/exchange.js';
import { isBrowserPost } from '../../http/media-type.js';
import { secretResource, seeOther } from '../../http/reply.js';
import type { RouteContext } from '../ask-endpoints.js';
import type { AskDraft } from '../ask-types.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { KindRooms } from '../kind-services.js';
import { judgeOrigin } from './allowed-origins.js';
import { idempotencyOf, type Post, readSent, toPost, writtenIn } from './parse-submission.js';

/** What a visitor is told once all is settled. */
type Told = () => Promise<Reply>;

/** Refusals that the ask's own page tells; of others there is no ask to show, or no answer that could be read. */
const toldByPage: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'idempotency_mismatch',
  'closed',
  'not_open',
  'full',
  'already_answered',
  'too_late',
  'gone',
]);

/** The operation that visitors call: casting a vote, submitting an attempt or a form. */
export function createOpenHandler<Draft extends AskDraft, Own, Body>(
  { kind, asks, intake, returned }: KindRooms<Draft, Own, Body>,
  { clientOf, originsOf, ownOrigin }: RouteContext,
): OpenHandler {
  /** Takes an answer; what is given then tells of it, whatever becomes of the ask. */
  async function answer(exchange: Exchange, ask: StoredAsk<Own> | undefined, telling: Telling): Promise<Told> {
    const listed = ask && ask.site !== null ? await originsOf(ask.site) : [];
    const { allowed, cors } = judgeOrigin(exchange, listed, ownOrigin);
    telling.cors = cors;
    if (!ask) throw new AskwellError('not_found');
    if (!allowed) throw new AskwellError('forbidden', 'This site takes no answers from pages of that origin.');
    const post = toPost(exchange, await readSent(exchange), kind, ask.own);
    if (post.fields && isBrowserPost(exchange)) return answerBrowser(exchange, ask, post);
    const { status, receipt } = await take(exchange, ask, post);
    return async () => secretResource(status, await receipt());
  }

  function take(exchange: Exchange, ask: StoredAsk<Own>, post: Post) {
    const client = () => clientOf(exchange);
    return intake.take(ask, { given: post.given, client, idempotency: idempotencyOf(post) });
  }

  /** A browser's own form post is sent on to a page, so that loading that again sends nothing again. */
  async function answerBrowser(exchange: Exchange, ask: StoredAsk<Own>, post: Post): Promise<Told> {
    const { ticket } = post.given;
    const known = ask.terms.one_per === 'ticket' && typeof ticket === 'string' ? { ticket } : {};
    const page = (members: Record<string, string>) =>
      `${exchange.base}/p/${asks.wireId(ask)}?${new URLSearchParams({ ...members, ...known })}`;
    try {
      const { id } = await take(exchange, ask, post);
      const url = ask.terms.after?.url;
      // A header takes no letters beyond Latin: as a URL is parsed, it has none.
      return async () => seeOther(url ? new URL(url).href : page({ answer: id }));
    } catch (error) {
      const isTold = error instanceof AskwellError && toldByPage.has(error.code);
      if (!isTold || !(await intake.isCurrent(ask))) throw error;
      const token = await returned.keep(ask, {
        code: error.code,
        issues: error.issues ?? [],
        fields: writtenIn(post),
      });
      return async () => seeOther(page({ again: token }));
    }
  }

  return async (exchange, { id = '' }, telling) => {
    const found = intake.lastSeen(id) ?? (await intake.find(id));
    const tell = await intake.withCurrent(id, found, (ask) => answer(exchange, ask, telling));
    return await tell();
  };
}
