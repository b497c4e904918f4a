import type { Faults } from '../../base/faults/faults.js';
import { type Html, type HtmlPart, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import { memberFieldName } from '../../core/submit/form-member-names.js';
import { idempotencyField, languageField } from '../../core/submit/parse-submission.js';
import { icons } from '../ui/icons.js';
import { field } from './controls.js';
import { FormContext } from './form-context.js';
import { FormValues } from './form-values.js';
import type { FormStep, Inputs } from './kind-renderer.js';
import { statusNotice } from './sections.js';

/** The values of hidden inputs, by name. */
type HiddenValues = Readonly<Record<string, string | string[] | undefined>>;

/** The parts of the form that sends an answer. */
export interface AnswerForm {
  readonly formContext: FormContext;
  readonly inputs: Inputs;
  readonly action: string;
  /** The label of the submit button. */
  readonly submit: string;
  /** The title of the error summary. Default: the number of faults. */
  readonly message: string | null;
  readonly hidden: HiddenValues;
  readonly idempotencyKey: string;
  /** Whether the visitor has to enter a ticket. */
  readonly asksTicket: boolean;
  readonly isPreview: boolean;
  /** Whether the browser's own validation messages are in another language. Then only the server validates. */
  readonly isForeignBrowser: boolean;
  /** The time limit, as a sentence. */
  readonly deadline: Html | null;
  /** The step of a form that is shown step by step. */
  readonly step: LinkedStep | null;
}

/** A step, and the URLs that it is sent to: to continue, and to go back. */
export interface LinkedStep extends FormStep {
  readonly next: string;
  readonly back: string;
}

/** Renders the form that sends an answer to the public API. */
export function renderAnswerForm(form: AnswerForm): Html {
  const { formContext, deadline, step } = form;
  const { words, withLang } = formContext.localizer;
  const ticket = form.asksTicket && ticketField(formContext, memberFieldName('ticket'));
  const inputs = form.inputs(formContext);
  if (formContext.isTooLarge) return statusNotice(icons.alert, withLang(words.state.overfull));
  const hidden = {
    [idempotencyField]: form.idempotencyKey,
    [languageField]: formContext.localizer.lang,
    ...form.hidden,
  };
  const summary = formContext.summary(form.message);
  const content = step
    ? html`${progress(formContext.localizer, step, summary === null)}${inputs}${ticket}`
    : html`${inputs}${ticket}`;
  return html`${summary}
<form class="form answer${step && ' step'}${step?.isOneField && ' one'}" method="post" action="${step?.next ?? form.action}"${form.isForeignBrowser && html` novalidate`}>
${hiddenInputs(hidden)}${deadline && html`<p class="until">${deadline}</p>`}${content}
${actions(form)}
</form>`;
}

/** The number of a step. It gets the focus when the page changes, so that screen readers continue with the question. */
function progress({ texts, withLang }: Localizer, { number, progress }: FormStep, isFocused: boolean): Html | null {
  if (!progress) return null;
  const { n, m } = progress;
  return html`<div class="progress" tabindex="-1"${isFocused && number > 0 && html` autofocus`}><span>${withLang(texts('{n} of {m}', { n, m }))}</span><progress aria-hidden="true" value="${n}" max="${m}"></progress></div>`;
}

/** The buttons. The Enter key presses the first one in the document. */
function actions({ formContext, submit, isPreview, step }: AnswerForm): Html {
  const { texts, withLang } = formContext.localizer;
  const isLast = !step || step.number === step.last;
  const isDisabled = isPreview && isLast;
  const main = html`<button class="button primary large"${isDisabled && html` disabled`}>${step?.button ?? withLang(isLast ? submit : texts('Next'))}</button>`;
  const back =
    step &&
    step.number > 0 &&
    html`<button class="button large" formaction="${step.back}" formnovalidate>${withLang(texts('Back'))}</button>`;
  return html`<div class="actions">${main}${back}</div>`;
}

/** The parts of the form that starts a quiz. */
export interface StartForm {
  readonly localizer: Localizer;
  readonly action: string;
  readonly ticket: string | undefined;
  /** Whether the visitor has to enter the ticket. Otherwise, the form contains it. */
  readonly asksTicket: boolean;
  /** The faults of the ticket. */
  readonly faults: Faults;
}

/** Renders the form that starts a quiz whose questions are shown only then. */
export function renderStartForm({ localizer, action, ticket, asksTicket, faults }: StartForm): Html {
  const { words, withLang } = localizer;
  const values = new FormValues({ ticket: ticket ?? '' }, faults.issues);
  const ticketInput = asksTicket ? ticketField(new FormContext(localizer, values), 'ticket') : hiddenInputs({ ticket });
  return html`<form class="form" method="post" action="${action}">${ticketInput}<div class="actions"><button class="button primary large">${withLang(words.quiz.start)}</button></div></form>`;
}

function ticketField(formContext: FormContext, name: string): Html {
  const { words, withLang } = formContext.localizer;
  const { needsTicket, needsTicketAdvice, ticket } = words.state;
  const help = withLang(`${needsTicket} ${needsTicketAdvice}`);
  return field(formContext, { name, path: 'ticket', label: ticket, help, required: true }, (attributes) => {
    return html`<input type="text" ${attributes} value="${formContext.values.text(name)}" autocomplete="off" spellcheck="false" dir="ltr">`;
  });
}

// Without `autocomplete="off"`, some browsers restore the old values of hidden inputs after a reload.
function hiddenInputs(values: HiddenValues): HtmlPart {
  return Object.entries(values).flatMap(([name, value]) =>
    [value ?? []].flat().map((text) => html`<input type="hidden" name="${name}" value="${text}" autocomplete="off">`),
  );
}
