import { dateOf, formatTimestamp } from '../../base/clock.js';
import { base62, randomText } from '../../base/crypto/random.js';
import { Faults } from '../../base/faults/faults.js';
import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { View } from '../../core/read/visitor-view.js';
import { memberFieldName } from '../../core/submit/form-member-names.js';
import type { Services } from '../../instance/assemble-services.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { FormContext } from './form-context.js';
import { FormValues } from './form-values.js';
import type { CheckStep, FormStep, Inputs, KindRenderer, StartedQuestions } from './kind-renderer.js';
import type { MarkupCache } from './markup-cache.js';
import type { PageContext } from './page-context.js';
import { backParam, stepParam, withQuery } from './page-query.js';
import { renderBlocks } from './render-blocks.js';
import { type LinkedStep, renderAnswerForm, renderStartForm } from './render-form.js';
import { anonymityNote } from './sections.js';

const idempotencyKeyLength = 24;

/** The values of a form and the message above it. */
export interface FormDisplay {
  readonly values: FormValues;
  /** The title of the error summary. Default: the number of faults. */
  readonly message: string | null;
  /** The step to show, if the form is shown step by step. */
  readonly step?: FormStep | null;
}

/** Creates the forms that answer and start the asks of one kind. */
export function createAnswerForm<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { clock, secret }: Services,
  { kind, asks }: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  cache: MarkupCache,
) {
  type Context = PageContext<Own, Body>;

  /** Whether the visitor gets the questions only after starting the quiz. */
  const needsStart = (ask: Context['ask']) => renderer.start?.isNeeded(ask.own) ?? false;

  /** Returns a step of a form that is shown step by step, see {@link KindRenderer.step}. */
  function findStep(
    { ask, localizer }: Context,
    view: View<W>,
    values: FormValues,
    wanted: number | null,
  ): FormStep | null {
    return (
      renderer.step?.({ own: ask.own, view, texts: localizer.texts, today: dateOf(clock.now()) }, values, wanted) ??
      null
    );
  }

  /** Returns the questions; null if the quiz has to be started first or its `started` token is invalid. */
  function questions(
    { ask, visitorCookie, preview }: Context,
    view: View<W>,
    started: string | undefined,
  ): StartedQuestions | null {
    if (renderer.start && needsStart(ask) && !preview) {
      return started === undefined ? null : (renderer.start.resume(ask, started, clock.now()) ?? null);
    }
    const inputs = renderer.inputs(view, { voter: visitorCookie.voter, secret: secret.key });
    return inputs && { inputs, deadline: null, isExpired: false };
  }

  /** Renders the form that sends an answer. */
  function form(
    pageContext: Context,
    { inputs, deadline }: StartedQuestions,
    started: string | undefined,
    { values, message, step = null }: FormDisplay,
  ): Html {
    const { ask, base, localizer, isForeignBrowser, visitorCookie, query, preview } = pageContext;
    const { words } = localizer;
    const isTicketed = ask.terms.one_per === 'ticket';
    const asksTicket = isTicketed && (query.ticket === undefined || values.faults('ticket').length > 0);
    const isSameForAll = values.isEmpty && !preview && renderer.isSameForAll(ask.own);
    const isLastStep = !step || step.number === step.last;
    const enteredTicket = isLastStep ? undefined : values.text(memberFieldName('ticket')) || undefined;
    const hidden = {
      voter: visitorCookie.voter,
      ticket: isTicketed && !asksTicket ? query.ticket : enteredTicket,
      started,
    };
    const note = anonymityNote(localizer, ask.terms);
    return html`${note}${renderAnswerForm({
      formContext: new FormContext(localizer, values),
      inputs: step?.inputs ?? (isSameForAll ? cachedInputs(ask, localizer, inputs) : inputs),
      step: step && linkStep(pageContext, step, asksTicket ? undefined : query.ticket),
      action: `${base}/api/v1/${kind.plural}/${asks.wireId(ask)}/${kind.answers}`,
      submit: words[kind.name].submit,
      message,
      hidden: {
        ...step?.carried,
        ...Object.fromEntries(Object.entries(hidden).map(([member, value]) => [memberFieldName(member), value])),
      },
      idempotencyKey: randomText(base62, idempotencyKeyLength),
      asksTicket: asksTicket && isLastStep,
      isPreview: preview !== null,
      isForeignBrowser,
      deadline: deadlineText(localizer, deadline),
    })}`;
  }

  /** The URLs that a step is sent to. They keep what identifies the visitor. */
  function linkStep(
    { path, preview, languageParams }: Context,
    step: FormStep,
    ticket: string | undefined,
  ): LinkedStep {
    const params = new URLSearchParams({ ...languageParams, [stepParam]: String(step.number) });
    if (ticket !== undefined) params.set('ticket', ticket);
    if (preview) params.set('preview', preview.token);
    const next = `${path}/step?${params}`;
    return { ...step, next, back: `${next}&${backParam}=1` };
  }

  /** Renders the verdict of a checked answer, the form that checks the next one, or the form that sends the attempt. */
  function checkStep(pageContext: Context, started: string, questions: StartedQuestions, current: CheckStep): Html {
    const { ask, path, languageParams, localizer, isForeignBrowser, visitorCookie, query } = pageContext;
    const { words, withLang, texts } = localizer;
    const { next, position, verdict } = current;
    const ticket = ask.terms.one_per === 'ticket' ? query.ticket : undefined;
    const head = html`${position && html`<p class="muted">${withLang(position)}</p>`}${verdict && renderBlocks(localizer, verdict)}`;
    if (!next)
      return html`${head}${form(pageContext, questions, started, { values: new FormValues(), message: null })}`;
    if (verdict) {
      const params = new URLSearchParams({ ...languageParams, started, ...(ticket === undefined ? {} : { ticket }) });
      return html`${head}<p class="actions"><a class="button primary large" href="${`${path}?${params}`}">${withLang(texts('Next'))}</a></p>`;
    }
    const issues = query.isCheckInvalid ? (renderer.start?.steps.faultsIn(ask, next.id, query.prefill) ?? []) : [];
    const hidden = { voter: visitorCookie.voter, ticket, started, question: next.id };
    return html`${head}${renderAnswerForm({
      formContext: new FormContext(localizer, new FormValues(query.prefill, issues)),
      inputs: next.inputs,
      action: withQuery(`${path}/check`, languageParams),
      submit: words.quiz.check,
      message: null,
      hidden: Object.fromEntries(Object.entries(hidden).map(([member, value]) => [memberFieldName(member), value])),
      idempotencyKey: randomText(base62, idempotencyKeyLength),
      asksTicket: false,
      step: null,
      isPreview: false,
      isForeignBrowser,
      deadline: deadlineText(localizer, questions.deadline),
    })}`;
  }

  /** Returns inputs that are rendered once for each version of the definition, also if they are too large to be shown. */
  function cachedInputs({ id, version, updatedAt }: Context['ask'], { lang }: Localizer, inputs: Inputs): Inputs {
    return (formContext) => {
      const rendered = cache.find(`inputs ${id} ${lang}`, `${version} ${updatedAt}`, () => {
        const markup = inputs(formContext);
        return formContext.isTooLarge ? tooLarge : markup;
      });
      if (rendered.markup === tooLarge.markup) formContext.markTooLarge();
      return rendered;
    };
  }

  /** Renders the form that starts a quiz. */
  function startForm({ ask, path, query, languageParams, localizer }: Context): Html {
    const faults = new Faults();
    if (query.isTicketInvalid) faults.add('ticket', fault('invalid_ticket'));
    const asksTicket = ask.terms.one_per === 'ticket' && (query.ticket === undefined || faults.any);
    const action = withQuery(`${path}/start`, languageParams);
    const note = anonymityNote(localizer, ask.terms);
    return html`${note}${renderStartForm({ localizer, action, ticket: query.ticket, asksTicket, faults })}`;
  }

  return { needsStart, questions, findStep, form, checkStep, startForm };
}

/** The cached value for inputs that are too large. A form with only hidden fields has inputs without markup. */
const tooLarge = html`<!-- too large -->`;

/** Returns the time limit as a sentence. */
function deadlineText({ words, fillGap, time }: Localizer, deadline: StartedQuestions['deadline']): Html | null {
  return deadline === null ? null : fillGap(words.quiz.until, time(formatTimestamp(deadline), true));
}
