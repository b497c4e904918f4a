import { AskwellError } from '../../base/errors.js';
import { html } from '../../base/html.js';
import type { KindTypes } from '../../core/kind-types.js';
import { memberFieldName } from '../../core/submit/form-member-names.js';
import type { RejectedAnswer } from '../../core/submit/rejected-answers.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { ErrorCode } from '../../shared/faults/error-codes.js';
import type { Words } from '../../shared/messages/page-messages.js';
import { FormContext } from './form-context.js';
import { FormValues } from './form-values.js';
import type { PageContext } from './page-context.js';
import type { PageParts } from './page-parts.js';
import type { PageState } from './page-state.js';
import { folded, heading, problem, stepHeading } from './sections.js';

/** Errors that the visitor can correct in the form. `full` is among them if only an option is full. */
const correctable: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'sign_in_required',
  'idempotency_mismatch',
  'gone',
  'full',
]);

/** The state after a rejected answer: the form with its errors, or the reason why it cannot be sent again. */
export function createRejectedState<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  parts: PageParts<Draft, Own, Body, W>,
) {
  const { answerForm } = parts;

  return async (pageContext: PageContext<Own, Body>, answer: RejectedAnswer): Promise<PageState> => {
    const { ask, localizer, previousAnswers, needsSignIn } = pageContext;
    const { words, withLang } = localizer;
    const { issues, fields } = answer;
    const view = await parts.viewFor(pageContext, previousAnswers.count > 0);
    const head = heading(view, localizer);
    // A visitor who has used all of their answers cannot send a corrected one.
    const isLastUsed = parts.hasNoAnswerLeft(pageContext) && !ask.terms.allow_change;
    const code = isLastUsed ? 'already_answered' : needsSignIn ? 'sign_in_required' : answer.code;
    // A visitor who has signed in after the rejection can send the same answer.
    const isMended = code === 'sign_in_required' && !needsSignIn;
    const status = isMended ? 200 : new AskwellError(code).status;
    const started = new FormValues(fields).text(memberFieldName('started')) || undefined;
    const questions = answerForm.questions(pageContext, view, started);
    const isStartInvalid = issues.some(({ path }) => path === 'started');
    if (
      correctable.has(code) &&
      !needsSignIn &&
      view.accepting &&
      questions &&
      !questions.isExpired &&
      !isStartInvalid
    ) {
      const step = answerForm.findStep(pageContext, view, new FormValues(fields, issues), null);
      const values = new FormValues(fields, step?.withoutOthers(issues) ?? issues);
      const form = answerForm.form(pageContext, questions, started, {
        values,
        message: formMessage(words, code),
        step,
      });
      const body = html`${stepHeading(view, step, localizer)}${form}`;
      return { body, status, isProblem: !isMended, isOneField: step?.isOneField ?? false };
    }

    const reason = isStartInvalid ? words.rejected.started : reasonFor(words, questions?.isExpired ? 'too_late' : code);
    const mayStart = view.accepting && answerForm.needsStart(ask) && code !== 'already_answered' && !needsSignIn;
    const signIn = view.accepting && needsSignIn && parts.signIn(pageContext);
    const startForm = mayStart && answerForm.startForm(pageContext);
    const inputs = questions?.inputs(new FormContext(localizer, new FormValues(fields)));
    const unsentAnswer = inputs && folded(withLang(words.rejected.unsent), inputs, true);
    const links = code === 'already_answered' && parts.nextLinks(pageContext, view, ask.terms.after);
    const results = await parts.results(pageContext, view, { hasAnswered: previousAnswers.count > 0 });
    return {
      body: html`${head}${problem(withLang(reason))}${signIn}${startForm}${unsentAnswer}${links}${results}`,
      status,
      isProblem: true,
    };
  };
}

/** The message above a form that can be corrected; null if the messages at its fields are enough. */
function formMessage(words: Words, code: ErrorCode): string | null {
  if (code === 'invalid' || code === 'sign_in_required') return null;
  return code === 'full' ? words.rejected.optionFull : reasonFor(words, code);
}

function reasonFor({ rejected }: Words, code: ErrorCode): string {
  switch (code) {
    case 'sign_in_required':
    case 'already_answered':
    case 'full':
    case 'closed':
    case 'not_open':
    case 'too_late':
    case 'idempotency_mismatch':
    case 'gone':
      return rejected[code];
    default:
      return rejected.other;
  }
}
