import type { AskDraft } from '../../asks/ask-types.js';
import type { KindServices } from '../../asks/kind-services.js';
import type { KindTypes } from '../../asks/kind-types.js';
import type { View } from '../../asks/read/visitor-view.js';
import { memberFieldName } from '../../asks/submit/form-member-names.js';
import type { Services } from '../../assemble-services.js';
import { formatTimestamp } from '../../clock.js';
import { base62, randomText } from '../../crypto/random.js';
import { fault } from '../../faults/fault.js';
import { Faults } from '../../faults/faults.js';
import { type Html, html } from '../../web/html.js';
import type { Inputs, KindRenderer, StartedQuestions } from '../kind-renderer.js';
import type { MarkupCache } from '../markup-cache.js';
import type { PageContext } from '../page-context.js';
import { answerForm, startForm } from '../sections.js';
import { FormContext } from './form-context.js';
import type { FormValues } from './form-values.js';

const keyLength = 24;

/** A form as it is shown. */
export interface FormDisplay {
  readonly filled: FormValues;
  /** Said before all that is wrong. */
  readonly message: string | null;
}

/** What an ask asks, and the forms that answer and start it. */
export function createAnswerForm<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { clock, secret }: Services,
  { kind, asks }: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  kept: MarkupCache,
) {
  type Here = PageContext<Own, Body>;
  const needsStart = (ask: Here['ask']) => renderer.start?.isNeeded(ask.own) ?? false;

  /** What is asked: for a quiz that has to be started, by its start. Null without a good one. */
  function asked({ ask, visitorCookie }: Here, view: View<W>, started: string | undefined): StartedQuestions | null {
    if (renderer.start && needsStart(ask)) {
      return started === undefined ? null : (renderer.start.resume(ask, started, clock.now()) ?? null);
    }
    const inputs = renderer.inputs(view, { voter: visitorCookie.voter, secret: secret.key });
    return inputs && { inputs, deadline: null, isExpired: false };
  }

  /** What is asked, for the owner to look at. */
  function preview(pageContext: Here, view: View<W>): StartedQuestions | null {
    const started =
      renderer.start && needsStart(pageContext.ask) ? renderer.start.preview(pageContext.ask, clock.now()) : undefined;
    return asked(pageContext, view, started);
  }

  /** The form that answers. */
  function form(
    pageContext: Here,
    { inputs, deadline }: StartedQuestions,
    started: string | undefined,
    filling: FormDisplay,
  ): Html {
    const { ask, base, localizer, visitorCookie, query, isPreview } = pageContext;
    const { filled, message } = filling;
    const { words, fillGap, time } = localizer;
    const isTicket = ask.terms.one_per === 'ticket';
    const asksTicket = isTicket && (query.ticket === undefined || filled.faults('ticket').length > 0);
    const isCommon = filled.isEmpty && !isPreview && renderer.isSameForAll(ask.own);
    const hidden = { voter: visitorCookie.voter, ticket: isTicket && !asksTicket ? query.ticket : undefined, started };
    return answerForm({
      formContext: new FormContext(localizer, filled),
      inputs: isCommon ? keptInputs(ask, inputs) : inputs,
      action: `${base}/api/v1/${kind.plural}/${asks.wireId(ask)}/${kind.answers}`,
      submit: words[kind.name].submit,
      message,
      hidden: Object.fromEntries(Object.entries(hidden).map(([member, value]) => [memberFieldName(member), value])),
      idempotencyKey: randomText(base62, keyLength),
      asksTicket,
      isPreview,
      until: deadline === null ? null : fillGap(words.quiz.until, time(formatTimestamp(deadline), true)),
    });
  }

  /** Inputs that are built once for each version of the definition. */
  function keptInputs({ id, version }: Here['ask'], inputs: Inputs): Inputs {
    return (formContext) =>
      kept.find(`inputs ${id}`, String(version), () => {
        const built = inputs(formContext);
        // The sheet has to find this out again for each page.
        return formContext.isOverfull ? null : built;
      }) ?? html``;
  }

  /** The form that starts a quiz. */
  function start({ ask, path, query, localizer, isPreview }: Here): Html {
    const faults = new Faults();
    if (query.isTicketInvalid) faults.add('ticket', fault('invalid_ticket'));
    const asksTicket = ask.terms.one_per === 'ticket' && (query.ticket === undefined || faults.any);
    const action = `${path}/start`;
    return startForm({ localizer, action, ticket: query.ticket, asksTicket, faults, isPreview });
  }

  return { needsStart, asked, preview, form, start };
}
