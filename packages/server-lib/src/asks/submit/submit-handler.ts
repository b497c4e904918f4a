import type { CorsState, PublicHandler } from '../../api/keyed-endpoint.js';
import { AskwellError, type ErrorCode } from '../../errors.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { isBrowserFormPost } from '../../http/media-type.js';
import { secretResource, seeOther } from '../../http/reply.js';
import type { RouteContext } from '../ask-endpoints.js';
import type { AskDraft } from '../ask-types.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { KindServices } from '../kind-services.js';
import { checkOrigin } from './allowed-origins.js';
import {
  formFieldsOf,
  idempotencyOf,
  type ParsedSubmission,
  parseSubmission,
  readSubmission,
} from './parse-submission.js';

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
export function createSubmitHandler<Draft extends AskDraft, Own, Body>(
  { kind, asks, submitService, returned }: KindServices<Draft, Own, Body>,
  { clientKeyOf, originsOf, ownOrigin }: RouteContext,
): PublicHandler {
  /** Takes an answer; what is given then tells of it, whatever becomes of the ask. */
  async function answer(exchange: HttpExchange, ask: StoredAsk<Own> | undefined, telling: CorsState): Promise<Told> {
    const listed = ask && ask.site !== null ? await originsOf(ask.site) : [];
    const { allowed, cors } = checkOrigin(exchange, listed, ownOrigin);
    telling.cors = cors;
    if (!ask) throw new AskwellError('not_found');
    if (!allowed) throw new AskwellError('forbidden', 'This site takes no answers from pages of that origin.');
    const post = parseSubmission(exchange, await readSubmission(exchange), kind, ask.own);
    if (post.fields && isBrowserFormPost(exchange)) return answerBrowser(exchange, ask, post);
    const { status, receipt } = await take(exchange, ask, post);
    return async () => secretResource(status, await receipt());
  }

  function take(exchange: HttpExchange, ask: StoredAsk<Own>, post: ParsedSubmission) {
    const client = () => clientKeyOf(exchange);
    return submitService.take(ask, { given: post.given, client, idempotency: idempotencyOf(post) });
  }

  /** A browser's own form post is sent on to a page, so that loading that again sends nothing again. */
  async function answerBrowser(exchange: HttpExchange, ask: StoredAsk<Own>, post: ParsedSubmission): Promise<Told> {
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
      if (!isTold || !(await submitService.isCurrent(ask))) throw error;
      const token = await returned.keep(ask, {
        code: error.code,
        issues: error.issues ?? [],
        fields: formFieldsOf(post),
      });
      return async () => seeOther(page({ again: token }));
    }
  }

  return async (exchange, { id = '' }, telling) => {
    const found = submitService.lastSeen(id) ?? (await submitService.find(id));
    const tell = await submitService.withCurrent(id, found, (ask) => answer(exchange, ask, telling));
    return await tell();
  };
}
