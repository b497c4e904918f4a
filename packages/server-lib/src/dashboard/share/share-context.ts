import { AskwellError } from '../../base/errors.js';
import type { SeenOrigin } from '../../core/read/seen-origins.js';
import type { NoticeTiming } from '../../events/notifications/notice-timing.js';
import type { Services } from '../../instance/assemble-services.js';
import { unansweredLabels } from '../../kinds/form/owner-labels.js';
import { needsStart } from '../../kinds/quiz/stored-quiz.js';
import type { Site, TicketCount } from '../../shared/contract/resources.js';
import { baseUrl } from '../../web/ui/base-url.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import type { OwnerRequest } from '../guards.js';
import { formPrefill, type PrefillInput, pollPrefill, quizPrefill } from './prefill-inputs.js';

/** An ask and the data for sharing it. */
export interface ShareContext {
  readonly request: OwnerRequest;
  readonly ask: OwnerAsk;
  /** The public URL of the server, with its base path. */
  readonly serverUrl: string;
  /** The URL of the hosted page. */
  readonly link: string;
  /** The inputs of the ask, and whether they show only after a start. */
  readonly questions: Questions;
  readonly site: Site | null;
  /** Null unless each visitor needs a ticket. */
  readonly tickets: TicketCount | null;
  /** When the owner is notified of new answers; null if never. Undefined if no emails are sent. */
  readonly notice: NoticeTiming | null | undefined;
  /** Whether the email of the owner is verified, so that notices and receipts are sent. */
  readonly isEmailVerified: boolean;
  readonly seenOrigins: readonly SeenOrigin[];
  readonly now: number;
}

/** The inputs of an ask. */
export interface Questions {
  readonly inputs: readonly PrefillInput[];
  /** The inputs with labels for visitors. Only of forms. */
  readonly visitorInputs?: readonly PrefillInput[];
  /** Whether the hosted page shows them only after the visitor has started the quiz. */
  readonly needsStart: boolean;
}

/** Reads the data of the pages about sharing an ask. */
export async function readShareContext(
  services: Services,
  request: OwnerRequest,
  ask: OwnerAsk,
): Promise<ShareContext> {
  const serverUrl = baseUrl(services.urls, request.exchange);
  const { site_id, one_per } = ask.shown;
  const { account, asks } = services.sessionOperations;
  const { notices } = asks;
  const [questions, site, tickets, notice, owner] = await Promise.all([
    readQuestions(services, request, ask),
    site_id === null ? null : request.run(services.operations.sites.get, {}, { id: String(site_id) }),
    one_per === 'ticket' ? ask.run(ask.operations.tickets.count, {}) : null,
    notices && request.run(notices.get, {}),
    request.run(account.get, {}),
  ]);
  return {
    request,
    ask,
    serverUrl,
    link: `${serverUrl}/p/${ask.id}`,
    questions,
    site,
    tickets,
    notice: notice?.timing,
    isEmailVerified: owner.isEmailVerified,
    seenOrigins: services.seenOrigins.list(ask.seq),
    now: services.clock.now(),
  };
}

async function readQuestions(
  { polls, quizzes, forms }: Services,
  { session: { scope } }: OwnerRequest,
  { kind, id }: OwnerAsk,
): Promise<Questions> {
  switch (kind) {
    case 'poll': {
      const found = (await polls.asks.find(scope, id)) ?? throwNotFound();
      return { inputs: pollPrefill(await polls.visitorViews.preview(found.ask)), needsStart: false };
    }
    case 'quiz': {
      const found = (await quizzes.asks.find(scope, id)) ?? throwNotFound();
      const inputs = quizPrefill(await quizzes.visitorViews.preview(found.ask));
      return { inputs, needsStart: needsStart(found.ask.own) };
    }
    case 'form': {
      const found = (await forms.asks.find(scope, id)) ?? throwNotFound();
      const form = await forms.visitorViews.preview(found.ask);
      const visitorInputs = formPrefill(form, unansweredLabels(form));
      return { inputs: formPrefill(form), visitorInputs, needsStart: false };
    }
  }
}

function throwNotFound(): never {
  throw new AskwellError('not_found');
}
