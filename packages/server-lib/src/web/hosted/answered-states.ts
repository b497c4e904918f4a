import { type Html, html } from '../../base/html.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { VisitorAnswer } from '../../core/read/visitor-view.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { icons } from '../ui/icons.js';
import type { KindRenderer } from './kind-renderer.js';
import type { PageContext } from './page-context.js';
import type { PageParts } from './page-parts.js';
import type { PageState } from './page-state.js';
import { renderBlocks } from './render-blocks.js';
import { heading, problem, statusNotice } from './sections.js';

/** The states for visitors who have answered. */
export function createAnsweredStates<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, answers, visitorViews }: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  parts: PageParts<Draft, Own, Body, W>,
) {
  type Context = PageContext<Own, Body>;

  /** The content below the heading. `own` is the visitor's answer if it may be shown. */
  async function bodyFor(pageContext: Context, message: Html, own: VisitorAnswer<Body> | null): Promise<Html> {
    const { ask, localizer } = pageContext;
    const view = await visitorViews.view(ask, true);
    const outcome = own && renderer.outcome(localizer.texts, ask, await visitorViews.receipt(ask, own), own.body);
    const results = await parts.results(pageContext, view, { hasAnswered: true, own: own?.body ?? null });
    return html`${message}${outcome && renderBlocks(localizer, outcome)}${results}${parts.nextLinks(pageContext, view)}`;
  }

  return {
    /** The page after an answer was stored: it has the ID of the answer in its URL. */
    async received(pageContext: Context, answer: VisitorAnswer<Body>): Promise<PageState> {
      const { ask, localizer } = pageContext;
      const authored = ask.terms.after?.message;
      const message = authored
        ? statusNotice(icons.done, null, html`<p class="authored" dir="auto">${authored}</p>`)
        : statusNotice(icons.done, localizer.withLang(localizer.words.thanks));
      return {
        head: heading({ title: ask.title }),
        body: await bodyFor(pageContext, message, answer),
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
        body: await bodyFor(pageContext, message, own),
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
      return { body: html`${heading(view)}${message}${results}` };
    },
  };
}
