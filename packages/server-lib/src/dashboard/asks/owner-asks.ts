import type { Session } from '../../access/session.js';
import type { AskKind } from '../../asks/ask-types.js';
import type { KindServices } from '../../asks/kind-services.js';
import type { KindTypes } from '../../asks/kind-types.js';
import type { Services } from '../../assemble-services.js';
import type { AskDraft } from '../../contract/resources.js';
import { AskwellError } from '../../errors.js';
import { formRenderer } from '../../pages/kinds/form-renderer.js';
import { pollRenderer } from '../../pages/kinds/poll-renderer.js';
import { quizRenderer } from '../../pages/kinds/quiz-renderer.js';
import { check } from '../../validation/check.js';
import { submissionColumns } from './columns/form-columns.js';
import { voteColumns } from './columns/poll-columns.js';
import { attemptColumns } from './columns/quiz-columns.js';
import { type KindPages, type OwnerAsk, toOwnerAsk } from './owner-ask.js';

/** Finds and creates the asks of an owner, whatever their kind. */
export interface OwnerAsks {
  /** @throws AskwellError with the code `not_found`. */
  find(session: Session, id: string): Promise<OwnerAsk>;
  /**
   * Creates an ask from a body of the REST API.
   *
   * @throws AskwellError if the body is not valid, or the account would exceed a quota.
   */
  create(session: Session, kind: AskKind, draft: unknown): Promise<OwnerAsk>;
}

/** The functions of one kind. */
interface KindAsks {
  find(session: Session, id: string): Promise<OwnerAsk | undefined>;
  create(session: Session, draft: unknown): Promise<OwnerAsk>;
}

export function createOwnerAsks(services: Services): OwnerAsks {
  const kinds: Readonly<Record<AskKind, KindAsks>> = {
    poll: asksOf(services.polls, { renderer: pollRenderer, columnsOf: voteColumns }),
    quiz: asksOf(services.quizzes, { renderer: quizRenderer(services), columnsOf: attemptColumns }),
    form: asksOf(services.forms, { renderer: formRenderer, columnsOf: submissionColumns }),
  };
  return {
    async find(session, id) {
      const kind = kindOf(id);
      const found = kind && (await kinds[kind].find(session, id));
      if (!found) throw new AskwellError('not_found');
      return found;
    },
    create: (session, kind, draft) => kinds[kind].create(session, draft),
  };
}

function asksOf<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
  pages: KindPages<Own, Body, W>,
): KindAsks {
  const { asks, kind } = services;
  return {
    async find(session, id) {
      const owned = await asks.find(session.scope, id);
      return owned && toOwnerAsk(services, pages, session, owned);
    },
    create: async (session, draft) =>
      toOwnerAsk(services, pages, session, await asks.create(session.scope, check(kind.draft, draft))),
  };
}

/** The kinds of asks, in the order in which pages list them. */
export const askKinds: readonly AskKind[] = ['poll', 'quiz', 'form'];

/** Returns the kind that an ID is for. */
export function kindOf(id: string): AskKind | undefined {
  return askKinds.find((kind) => id.startsWith(`${kind}_`));
}
