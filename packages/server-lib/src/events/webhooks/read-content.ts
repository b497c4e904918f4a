import type { OwnedAsk } from '../../core/asks/ask-service.js';
import { kindOf } from '../../core/ids.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { Scope } from '../../owners/access/scope.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { testType } from './event-types.js';
import type { ReadContent } from './send-event.js';

/** Returns an ask, or one of its answers, as its owner reads it; null if it does not exist. */
export type ReadResource = (scope: Scope, ask: string, answer: string | null) => Promise<object | null>;

/** Creates the function that reads asks of one kind and their answers. */
export function createResourceReader<Draft extends AskDraft, Own, Body, W extends KindTypes>({
  asks,
  answers,
}: Pick<KindServices<Draft, Own, Body, W>, 'asks' | 'answers'>): ReadResource {
  async function showAnswer({ ask }: OwnedAsk<Own>, id: string): Promise<object | null> {
    const row = await answers.find(ask, id);
    return row ? answers.show(ask, row) : null;
  }

  return async (scope, id, answer) => {
    const owned = await asks.find(scope, id);
    if (!owned) return null;
    return answer === null ? asks.show(owned) : await showAnswer(owned, answer);
  };
}

/** Creates the function that reads the content of events, for the account and the site of a webhook. */
export function createContentReader(readers: Readonly<Record<AskKind, ReadResource>>): ReadContent {
  return async ({ account_id, site_id }, { type, ask_id, answer_id }) => {
    if (type === testType) return { message: 'This is a test.' };
    if (ask_id === null || type === 'ask.deleted' || type === 'answer.deleted') return null;
    const kind = kindOf(ask_id);
    return kind ? readers[kind](Scope.grant(account_id, site_id), ask_id, answer_id) : null;
  };
}
