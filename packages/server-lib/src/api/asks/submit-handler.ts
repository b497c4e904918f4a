import { AskwellError } from '../../base/errors.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { languageParam } from '../../core/languages/wanted-languages.js';
import { redirectUrl } from '../../core/read/redirect-urls.js';
import { checkOrigin } from '../../core/submit/allowed-origins.js';
import { ReceivedSubmission, returnableFields } from '../../core/submit/parse-submission.js';
import type { AcceptedAnswer } from '../../core/submit/submit-answer.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { isBrowserFormPost } from '../../http/headers/media-type.js';
import { publicBodyLimit } from '../../http/limits.js';
import { replayedHeaders, secretResource, seeOther } from '../../http/reply.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { ErrorCode } from '../../shared/faults/error-codes.js';
import type { PublicHandler } from '../keyed-endpoint.js';
import type { RouteContext } from './route-context.js';
import { findSessionUser } from './session-user.js';

/** The errors that the page of the ask can show. With other errors, there is no ask to show, or the answer could not be read. */
const pageErrors: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'sign_in_required',
  'idempotency_mismatch',
  'closed',
  'not_open',
  'full',
  'already_answered',
  'too_late',
  'gone',
]);

/** Creates the handler of the public operation: cast a vote, submit an attempt or a form. */
export function createSubmitHandler<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, asks, submitService, rejectedAnswers }: KindServices<Draft, Own, Body, W>,
  context: RouteContext,
): PublicHandler {
  const { clientKeyOf, originsOf, userOrigins, ownOrigin } = context;

  /** The owner's URL of a new answer, which needs a key. */
  function locationOf(exchange: HttpExchange, ask: StoredAsk<Own>, id: string): string {
    return `${exchange.base}/api/v1/${kind.plural}/${asks.wireId(ask)}/${kind.answers}/${id}`;
  }

  /** Records the form of a browser. Redirects to a page, so that reloading it does not send the form again. */
  async function handleFormPost(
    exchange: HttpExchange,
    ask: StoredAsk<Own>,
    submission: ReceivedSubmission<Own>,
  ): Promise<Reply> {
    const ticketParam = ask.terms.one_per === 'ticket' ? ticketOf(submission) : {};
    const { language } = submission;
    const isChosen = ask.terms.languages.length > 0 && language !== null;
    const languageParams = isChosen ? { [languageParam]: language } : {};
    const page = (members: Record<string, string>) =>
      `${exchange.base}/p/${asks.wireId(ask)}?${new URLSearchParams({ ...members, ...ticketParam, ...languageParams })}`;
    try {
      const { id, replayed, receipt } = await submitService.submit(ask, submission);
      const after = kind.afterIn ? kind.afterIn(await receipt()) : ask.terms.after;
      return seeOther(redirectUrl(after) ?? page({ answer: id }), replayed ? replayedHeaders : []);
    } catch (error) {
      const canBeShown = error instanceof AskwellError && pageErrors.has(error.code);
      if (!canBeShown || !(await submitService.isCurrent(ask))) throw error;
      const token = await rejectedAnswers.save(ask, {
        code: error.code,
        issues: error.issues ?? [],
        fields: returnableFields(submission.parsed),
      });
      return seeOther(page({ again: token }));
    }
  }

  /** A separate function, so that the function that waits for the answer to be recorded does not keep the members in memory. */
  function ticketOf({ members: { ticket } }: ReceivedSubmission<Own>): { ticket?: string } {
    return typeof ticket === 'string' ? { ticket } : {};
  }

  return async (exchange, { id = '' }, corsState) => {
    let ask = submitService.findCached(id) ?? (await submitService.find(id));
    for (let attempt = 1; ; attempt++) {
      let accepted: AcceptedAnswer<KindTypes>;
      try {
        const listed = ask && ask.site !== null ? await originsOf(ask.site) : noOrigins;
        const needsUser = ask?.terms.one_per === 'user';
        const { allowed, cors } = checkOrigin(exchange, listed, ownOrigin, needsUser ? userOrigins : noOrigins);
        corsState.cors = cors;
        if (!ask) throw new AskwellError('not_found');
        if (!allowed) throw new AskwellError('forbidden', 'This origin is not one of the allowed origins of the site.');
        const body = exchange.body(publicBodyLimit);
        const bytes = body instanceof Promise ? await body : body;
        const submission = new ReceivedSubmission(exchange, bytes, kind, ask.own, clientKeyOf);
        if (needsUser)
          submission.user = await findSessionUser(exchange, ask, listed, submission.members['voter'], context);
        if (submission.hasFields && isBrowserFormPost(exchange)) return await handleFormPost(exchange, ask, submission);
        accepted = await submitService.submit(ask, submission);
      } catch (error) {
        ask = await submitService.findNewer(id, ask, { error, attempt });
        continue;
      }
      // The answer is recorded. Later changes of the ask no longer matter, and an error does not concern the answer.
      const location = accepted.status === 201 ? ['location', locationOf(exchange, ask, accepted.id)] : [];
      const headers = accepted.replayed ? location.concat(replayedHeaders) : location;
      const receipt = accepted.receipt();
      return secretResource(accepted.status, receipt instanceof Promise ? await receipt : receipt, headers);
    }
  };
}

const noOrigins: readonly string[] = [];
