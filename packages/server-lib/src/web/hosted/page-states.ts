import { type Html, html } from '../../base/html.js';
import { type Localizer, withFormulas } from '../../base/localizer.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { VisitorAnswer } from '../../core/read/visitor-view.js';
import { disambiguateFields } from '../../core/submit/form-member-names.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { AfterAnswer } from '../../shared/presentation/after-answer.js';
import { icons } from '../ui/icons.js';
import { FormValues } from './form-values.js';
import type { KindRenderer } from './kind-renderer.js';
import type { MarkupCache } from './markup-cache.js';
import { createOpenStates } from './open-states.js';
import type { PageContext } from './page-context.js';
import { createPageParts, type PageParts } from './page-parts.js';
import type { PageState } from './page-state.js';
import { createRejectedState } from './rejected-state.js';
import { renderBlocks } from './render-blocks.js';
import { heading, previewNotice, problem, statusNotice, stepHeading, thanksSection } from './sections.js';

/** The states of a hosted page. */
export interface PageStates<Own, Body> {
  readonly show: (pageContext: PageContext<Own, Body>) => Promise<PageState>;
  /** The page after a step of a form was sent. Null if the form has no such step: the page then shows another state. */
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
  const rejected = createRejectedState(parts);
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

  return { show, step: createStepState(kindServices, parts) };
}

/** The states for visitors who have answered. */
function createAnsweredStates<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, answers, visitorViews }: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  parts: PageParts<Draft, Own, Body, W>,
) {
  type Context = PageContext<Own, Body>;

  /** The content below the heading. `own` is the visitor's answer if it may be shown. */
  async function bodyFor(
    pageContext: Context,
    message: (after: AfterAnswer | null, localizer: Localizer) => Html,
    own: VisitorAnswer<Body> | null,
  ): Promise<Html> {
    const { ask } = pageContext;
    const view = await visitorViews.view(ask, true);
    const receipt = own && (await visitorViews.receipt(ask, own));
    // The score can be part of a formula.
    const localizer = withFormulas(pageContext.localizer, receipt ? await visitorViews.formulasIn(receipt) : undefined);
    const after = receipt && kind.afterIn ? kind.afterIn(receipt) : ask.terms.after;
    const outcome = own && receipt && renderer.outcome(localizer.texts, ask, receipt, own.body);
    const results = await parts.results(pageContext, view, { hasAnswered: true, own: own?.body ?? null });
    return html`${message(after, localizer)}${outcome && renderBlocks(localizer, outcome)}${results}${parts.nextLinks(pageContext, view, after)}`;
  }

  return {
    /** The page after an answer was stored: it has the ID of the answer in its URL. */
    async received(pageContext: Context, answer: VisitorAnswer<Body>): Promise<PageState> {
      const { ask } = pageContext;
      return {
        head: heading({ title: ask.title }),
        body: await bodyFor(
          pageContext,
          (after, localizer) => thanksSection(localizer, after, ask.terms.words?.thanks),
          answer,
        ),
        isSecret: true,
      };
    },

    /** The page for a visitor who has used all of their answers. */
    async answered(pageContext: Context, answer: VisitorAnswer<Body>): Promise<PageState> {
      const { ask, localizer } = pageContext;
      const own = parts.ownAnswer(pageContext, answer);
      const message = statusNotice(icons.done, localizer.withLang(localizer.words.alreadyAnswered));
      return {
        head: heading({ title: ask.title }),
        body: await bodyFor(pageContext, () => message, own),
        // The widget updates the results of a poll. Of attempts and submissions, the page shows more than the widget.
        hasWidget: own !== null && kind.name === 'poll',
        answer: own ? answers.wireId(own.id) : undefined,
      };
    },

    /** The page for a visitor who has used all of their answers, and whose answers `keep_days` has deleted. */
    async purged(pageContext: Context): Promise<PageState> {
      const { ask, localizer } = pageContext;
      const view = await visitorViews.view(ask, true);
      const message = problem(localizer.withLang(localizer.words.rejected.already_answered));
      const results = await parts.results(pageContext, view, { hasAnswered: true });
      return { body: html`${heading(view, localizer)}${message}${results}` };
    },
  };
}

/**
 * The state after a step of a form was sent: the next one, the one before, or the same with its errors. `complete` if it was the
 * last one and is valid. Null if the form takes no answers, or has no steps any more.
 */
function createStepState<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind }: KindServices<Draft, Own, Body, W>,
  parts: PageParts<Draft, Own, Body, W>,
) {
  return async (
    pageContext: PageContext<Own, Body>,
    sent: UrlencodedFields,
  ): Promise<PageState | 'complete' | null> => {
    const { ask, query, localizer, previousAnswers, preview } = pageContext;
    const view = await parts.viewFor(pageContext, previousAnswers.count > 0);
    const questions = parts.answerForm.questions(pageContext, view, undefined);
    const isUsed = parts.hasNoAnswerLeft(pageContext) && !ask.terms.allow_change;
    const fields = disambiguateFields(kind, ask.own, sent);
    const before = parts.answerForm.findStep(pageContext, view, new FormValues(fields), query.step);
    if (!before || !questions || isUsed || !(view.accepting || preview)) return null;

    const issues = query.isBack ? [] : before.check();
    const isFaulty = issues.length > 0;
    const isDone = !query.isBack && !isFaulty && before.number === before.last;
    if (isDone && !preview) return 'complete';
    const wanted = before.number + (isFaulty || isDone ? 0 : query.isBack ? -1 : 1);
    const values = new FormValues(fields, issues);
    const step = parts.answerForm.findStep(pageContext, view, values, Math.max(0, wanted));
    const form = parts.answerForm.form(pageContext, questions, undefined, { values, message: null, step });
    return {
      head: stepHeading(view, step, localizer),
      body: html`${preview && previewNotice(localizer)}${form}`,
      status: isFaulty ? 422 : 200,
      isOneField: before.isOneField,
      isProblem: isFaulty,
      isSecret: preview !== null,
    };
  };
}
