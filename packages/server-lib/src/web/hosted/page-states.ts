import type { Html } from '../../base/html.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { icons } from '../ui/icons.js';
import { createAnsweredStates } from './answered-states.js';
import type { KindRenderer } from './kind-renderer.js';
import type { MarkupCache } from './markup-cache.js';
import { createOpenStates } from './open-states.js';
import type { PageContext } from './page-context.js';
import { createPageParts } from './page-parts.js';
import type { PageState } from './page-state.js';
import { createRejectedState } from './rejected-state.js';
import { statusNotice } from './sections.js';
import { createStepState } from './step-state.js';

/** The states of a hosted page. */
export interface PageStates<Own, Body> {
  readonly show: (pageContext: PageContext<Own, Body>) => Promise<PageState>;
  /** The page after a step of a form was sent. Null: there is no such step, so that another state shows. */
  readonly step: (
    pageContext: PageContext<Own, Body>,
    fields: UrlencodedFields,
  ) => Promise<PageState | 'complete' | null>;
}

/**
 * Creates the function that chooses the state of a hosted page:
 *
 * | state      | shown                                                    | when                                             |
 * | ---------- | -------------------------------------------------------- | ------------------------------------------------ |
 * | `received` | thanks, the receipt, the results                         | `?answer=` has the ID of an answer               |
 * | `rejected` | the form with its errors, or why it cannot be sent again | `?again=` has the token of a rejected answer     |
 * | `answered` | the visitor's answer and the results                     | the visitor has no answer left                   |
 * | `purged`   | that the visitor has answered                            | the same, but `keep_days` has deleted the answer |
 * | `closed`   | why no answers are accepted, the results                 | no answers are accepted                          |
 * | `open`     | the form, or the button that starts the quiz             | otherwise                                        |
 */
export function createPageStates<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: Services,
  kindServices: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  cache: MarkupCache,
): PageStates<Own, Body> {
  const { visitorViews, rejectedAnswers } = kindServices;
  const parts = createPageParts(services, kindServices, renderer, cache);
  const { received, answered, purged } = createAnsweredStates(kindServices, renderer, parts);
  const rejected = createRejectedState(renderer, parts);
  const { open, closed, signIn } = createOpenStates(services, kindServices, renderer, parts);

  /** The state for a visitor who has not just sent an answer. */
  async function withoutSubmission(pageContext: PageContext<Own, Body>, message: Html | null): Promise<PageState> {
    const { ask, query, previousAnswers, preview } = pageContext;
    const isChange = query.isChange && ask.terms.allow_change && previousAnswers.last !== undefined;
    if (parts.hasNoAnswerLeft(pageContext) && !isChange) {
      const { last } = previousAnswers;
      return last ? answered(pageContext, last) : purged(pageContext);
    }
    const view = await parts.viewFor(pageContext, previousAnswers.last !== undefined);
    if (!view.accepting && !preview) return closed(pageContext, view, message);
    return (pageContext.needsSignIn ? signIn : open)(pageContext, view, message);
  }

  async function show(pageContext: PageContext<Own, Body>): Promise<PageState> {
    const { ask, query, localizer } = pageContext;
    const { words, withLang } = localizer;
    const warning = (text: string) => statusNotice(icons.alert, withLang(text), null, 'plain');
    if (query.answerId !== undefined) {
      const answer = await visitorViews.answer(ask, query.answerId);
      return answer ? received(pageContext, answer) : withoutSubmission(pageContext, warning(words.answerNotFound));
    }
    if (query.rejectedToken !== undefined) {
      const answer = await rejectedAnswers.find(ask, query.rejectedToken);
      return answer ? rejected(pageContext, answer) : withoutSubmission(pageContext, warning(words.rejected.expired));
    }
    return withoutSubmission(pageContext, null);
  }

  return { show, step: createStepState(kindServices, renderer, parts) };
}
