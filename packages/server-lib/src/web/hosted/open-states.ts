import { formatTimestamp } from '../../base/clock.js';
import { turnForLongWork } from '../../base/event-loop.js';
import { type Html, html } from '../../base/html.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { previewQuery } from '../../core/read/previews.js';
import type { View } from '../../core/read/visitor-view.js';
import { disambiguateFields } from '../../core/submit/form-member-names.js';
import type { Services } from '../../instance/assemble-services.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { richText } from '../ui/rich-text.js';
import { FormValues } from './form-values.js';
import type { FormStep, KindRenderer } from './kind-renderer.js';
import type { PageContext } from './page-context.js';
import type { PageParts } from './page-parts.js';
import type { PageState } from './page-state.js';
import { anonymityNote, closedNotice, draftAdvice, heading, previewNotice, problem } from './sections.js';

/** The states for visitors who have an answer left. */
export function createOpenStates<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { clock }: Services,
  { kind }: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  parts: PageParts<Draft, Own, Body, W>,
) {
  type Context = PageContext<Own, Body>;
  const { answerForm } = parts;

  /** The values that the form starts with: the answer to change, or those in the URL. */
  function initialValues(pageContext: Context): FormValues {
    const { ask, query, previousAnswers } = pageContext;
    const isChange = parts.hasNoAnswerLeft(pageContext);
    const answer = isChange ? parts.ownAnswer(pageContext, previousAnswers.last) : null;
    if (answer) return new FormValues(renderer.toFormFields(ask.own, answer.body));
    const prefill = disambiguateFields(kind, ask.own, query.prefill);
    return new FormValues(renderer.prefill?.(ask.own, prefill) ?? prefill);
  }

  /** The form with the questions, or the button that starts the quiz. */
  async function formOrStart(
    pageContext: Context,
    view: View<W>,
    values: FormValues,
    step: FormStep | null,
  ): Promise<Html> {
    const { ask, query, localizer, preview } = pageContext;
    const { words, withLang } = localizer;
    const questions = answerForm.questions(pageContext, view, query.started);
    // Choosing and rendering the questions of the largest quizzes takes some milliseconds each.
    await turnForLongWork(pageContext.party);
    if (questions && !questions.isExpired) {
      const steps = renderer.start?.steps;
      const { started, checkedId } = query;
      const checkStep =
        started !== undefined && steps?.isNeeded(ask.own) && !preview
          ? await steps.find(ask, started, checkedId, localizer.texts)
          : undefined;
      if (started !== undefined && checkStep) return answerForm.checkStep(pageContext, started, questions, checkStep);
      return answerForm.form(pageContext, questions, query.started, { values, message: null, step });
    }
    const invalidStart = query.started === undefined ? null : words.rejected.started;
    const message = questions ? words.rejected.too_late : invalidStart;
    return html`${message && problem(withLang(message))}${renderer.facts(localizer, view)}${answerForm.startForm(pageContext)}`;
  }

  return {
    /** The page with the form. */
    async open(pageContext: Context, view: View<W>, message: Html | null): Promise<PageState> {
      const { query, localizer, previousAnswers, preview, path } = pageContext;
      const hasAnswered = previousAnswers.last !== undefined;
      const results = !preview && (await parts.results(pageContext, view, { hasAnswered, isFolded: true }));
      const isUntouched = message === null && query.started === undefined && !parts.hasNoAnswerLeft(pageContext);
      // The widget shows the description of a form on its first page only.
      const isInWidget = isUntouched && kind.name === 'form' && view.description !== null;
      const values = initialValues(pageContext);
      const step = answerForm.findStep(pageContext, view, values, 0);
      const form = await formOrStart(pageContext, view, values, step);
      const about = isInWidget && richText(view.description, { className: 'authored about' });
      return {
        head: html`${heading(isInWidget ? { title: view.title } : view, localizer)}${preview?.isOwner && draftAdvice(localizer, path + previewQuery(preview.token))}${message}`,
        body: html`${about}${preview && previewNotice(localizer)}${form}${results}`,
        hasWidget: isUntouched,
        isOneField: step?.isOneField ?? false,
        isCompressible: !hasAnswered && !preview && query.checkedId === undefined,
        isSecret: preview !== null,
      };
    },

    /** The page for a visitor who has to sign in first. */
    async signIn(pageContext: Context, view: View<W>, message: Html | null): Promise<PageState> {
      const { ask, localizer } = pageContext;
      const results = await parts.results(pageContext, view, { hasAnswered: false, isFolded: true });
      return {
        body: html`${heading(view, localizer)}${message}${parts.signIn(pageContext)}${anonymityNote(localizer, ask.terms)}${results}`,
      };
    },

    /** The page of an ask that is closed, full or not open yet. */
    async closed(pageContext: Context, view: View<W>, message: Html | null): Promise<PageState> {
      const { localizer, previousAnswers } = pageContext;
      const hasAnswered = previousAnswers.last !== undefined;
      const reason = closedNotice(localizer, view, formatTimestamp(clock.now()));
      const results = await parts.results(pageContext, view, { hasAnswered });
      return {
        body: html`${heading(view, localizer)}${message}${reason}${results}`,
        isCompressible: !hasAnswered,
      };
    },
  };
}
