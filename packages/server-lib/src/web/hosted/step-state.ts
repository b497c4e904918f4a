import { html } from '../../base/html.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { disambiguateFields } from '../../core/submit/form-member-names.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { FormValues } from './form-values.js';
import type { KindRenderer } from './kind-renderer.js';
import type { PageContext } from './page-context.js';
import type { PageParts } from './page-parts.js';
import type { PageState } from './page-state.js';
import { previewNotice, stepHeading } from './sections.js';

/**
 * The state after a step of a form was sent: the next one, the one before, or the same with its errors. `complete` if it was the
 * last one and is valid. Null if the form takes no answers, or has no steps any more.
 */
export function createStepState<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind }: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
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
    const before = renderer.step?.(ask.own, new FormValues(fields), query.step);
    if (!before || !questions || isUsed || !(view.accepting || preview)) return null;

    const issues = query.isBack ? [] : before.check();
    const isFaulty = issues.length > 0;
    const isDone = !query.isBack && !isFaulty && before.number === before.last;
    if (isDone && !preview) return 'complete';
    const wanted = before.number + (isFaulty || isDone ? 0 : query.isBack ? -1 : 1);
    const values = new FormValues(fields, issues);
    const step = renderer.step?.(ask.own, values, Math.max(0, wanted)) ?? null;
    const form = parts.answerForm.form(pageContext, questions, undefined, { values, message: null, step });
    return {
      head: stepHeading(view, step),
      body: html`${preview && previewNotice(localizer)}${form}`,
      status: isFaulty ? 422 : 200,
      isProblem: isFaulty,
      isSecret: preview !== null,
    };
  };
}
