import { type Html, html } from '../../base/html.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { View, VisitorAnswer } from '../../core/read/visitor-view.js';
import type { KindResults } from '../../core/results/kind-results.js';
import type { Services } from '../../instance/assemble-services.js';
import { hostSignInUrl } from '../../instance/options/sign-in-url.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { AfterAnswer } from '../../shared/presentation/after-answer.js';
import { createAnswerForm } from './answer-form.js';
import type { KindRenderer } from './kind-renderer.js';
import type { MarkupCache } from './markup-cache.js';
import type { PageContext } from './page-context.js';
import { foldedResults, resultsSection, signInNotice } from './sections.js';

/** The parts of a page that several states share. */
export type PageParts<Draft extends AskDraft, Own, Body, W extends KindTypes> = ReturnType<
  typeof createPageParts<Draft, Own, Body, W>
>;

/** Creates the shared parts for one kind of ask. */
export function createPageParts<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: Services,
  kindServices: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  cache: MarkupCache,
) {
  type Context = PageContext<Own, Body>;
  const { kind, visitorViews } = kindServices;

  /** Whether the visitor has used all of their answers. */
  function hasNoAnswerLeft({ ask, previousAnswers: { count } }: Context): boolean {
    return count > 0 && count >= kind.maxAnswersPerVoter(ask.own);
  }

  /** Returns an answer if it may be shown. With `one_per: "ip"`, it may be of another person at the same address. */
  function ownAnswer({ ask }: Context, answer: VisitorAnswer<Body> | undefined): VisitorAnswer<Body> | null {
    return ask.terms.one_per === 'ip' ? null : (answer ?? null);
  }

  /** Returns the view of the ask for this visitor. */
  async function viewFor(pageContext: Context, hasAnswered: boolean): Promise<View<W>> {
    const { ask, previousAnswers, preview } = pageContext;
    if (preview) return visitorViews.preview(ask);
    return visitorViews.view(ask, hasAnswered, ownAnswer(pageContext, previousAnswers.last)?.body);
  }

  /** The links of a visitor who has answered: to the URL of `after`, and to the next answer. */
  function nextLinks(pageContext: Context, view: View<W>, after: AfterAnswer | null): Html | null {
    const { localizer } = pageContext;
    const url = after?.url;
    const nextAnswer = nextAnswerLink(pageContext, view);
    if (!url) return nextAnswer && html`<p class="actions">${nextAnswer}</p>`;
    const link = html`<a class="button primary" href="${url}">${after?.label ? html`<bdi>${after.label}</bdi>` : localizer.withLang(localizer.words.continue)}</a>`;
    return html`<p class="actions">${link}${nextAnswer}</p>`;
  }

  /** The link to change the answer or to answer again, if one of them is possible. */
  function nextAnswerLink(pageContext: Context, { accepting }: View<W>): Html | null {
    const { ask, path, query, languageParams, localizer, previousAnswers } = pageContext;
    const { words, withLang } = localizer;
    const { allow_change, one_per } = ask.terms;
    const isAnswerLeft = one_per === null || previousAnswers.count < kind.maxAnswersPerVoter(ask.own);
    const mayChange = allow_change && !isAnswerLeft && previousAnswers.last !== undefined;
    const mayRetry = isAnswerLeft && (one_per === null || kind.name === 'quiz');
    if (!accepting || !(mayChange || mayRetry)) return null;
    const params = new URLSearchParams(languageParams);
    if (mayChange) params.set('change', '1');
    if (query.ticket !== undefined) params.set('ticket', query.ticket);
    // A quiz that has to be started gets new questions.
    const label = mayChange && !renderer.start?.isNeeded(ask.own) ? words.change : words.quiz.retry;
    return html`<a class="button" href="${path}${params.size > 0 && `?${params}`}">${withLang(label)}</a>`;
  }

  /** The results, if this visitor may see them now. */
  async function results(
    { ask, localizer }: Context,
    view: View<W>,
    { hasAnswered, own = null, isFolded = false }: ResultsOptions<Body>,
  ): Promise<Html | null> {
    const section = isFolded ? foldedResults : resultsSection;
    const render = (found: KindResults<W>) => section(localizer, renderer.results(localizer.texts, view, found, own));
    if (!hasAnswered && own === null) {
      // All visitors without an answer see the same results.
      const state = await visitorViews.publicState(ask);
      return cache.find(`${isFolded ? 'folded' : 'open'} results ${ask.id} ${localizer.lang}`, state.key, () => {
        const found = state.results();
        return found && render(found);
      });
    }
    const found = await visitorViews.results(ask, hasAnswered);
    if (found) return render(found);
    const isLater = hasAnswered && ask.terms.results_visibility === 'after_close';
    return isLater ? html`<p class="muted">${localizer.withLang(localizer.words.results.notYet)}</p>` : null;
  }

  /** Asks the visitor to sign in, and to return to this page. */
  function signIn({ path, search, localizer }: Context): Html {
    return signInNotice(localizer, hostSignInUrl(services, path + search));
  }

  return {
    signIn,
    answerForm: createAnswerForm(services, kindServices, renderer, cache),
    hasNoAnswerLeft,
    ownAnswer,
    viewFor,
    nextLinks,
    results,
  };
}

/** How results are shown, and to whom. */
interface ResultsOptions<Body> {
  readonly hasAnswered: boolean;
  /** The visitor's own answer, to mark it in the results. */
  readonly own?: Body | null;
  readonly isFolded?: boolean;
}
