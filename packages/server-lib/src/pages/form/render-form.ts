import { memberFieldName } from '../../asks/submit/form-member-names.js';
import { idempotencyField } from '../../asks/submit/parse-submission.js';
import type { Faults } from '../../faults/faults.js';
import type { Localizer } from '../../messages/localizer.js';
import { type Html, type HtmlPart, html } from '../../web/html.js';
import { icons } from '../../web/icons.js';
import type { Inputs } from '../kind-renderer.js';
import { notice } from '../sections.js';
import { field } from './controls.js';
import { FormContext } from './form-context.js';
import { FormValues } from './form-values.js';

/** The parts of the form that sends an answer. */
export interface AnswerForm {
  readonly formContext: FormContext;
  readonly inputs: Inputs;
  readonly action: string;
  /** The label of the submit button. */
  readonly submit: string;
  /** The title of the error summary. Default: the number of faults. */
  readonly message: string | null;
  readonly hidden: Readonly<Record<string, string | undefined>>;
  readonly idempotencyKey: string;
  /** Whether the visitor has to enter a ticket. */
  readonly asksTicket: boolean;
  readonly isPreview: boolean;
  /** Whether the browser's own validation messages are in another language. Then only the server validates. */
  readonly isForeignBrowser: boolean;
  /** The time limit, as a sentence. */
  readonly deadline: Html | null;
}

/** Renders the form that sends an answer to the public API. */
export function renderAnswerForm(form: AnswerForm): Html {
  const { formContext, submit, isPreview, deadline } = form;
  const { words, withLang } = formContext.localizer;
  const ticket = form.asksTicket && ticketField(formContext, memberFieldName('ticket'));
  const inputs = form.inputs(formContext);
  if (formContext.isTooLarge) return notice(icons.alert, withLang(words.state.overfull));
  const hidden = { [idempotencyField]: form.idempotencyKey, ...form.hidden };
  return html`${formContext.summary(form.message)}
<form class="form answer" method="post" action="${form.action}"${form.isForeignBrowser && html` novalidate`}>
${hiddenInputs(hidden)}${deadline && html`<p class="until">${deadline}</p>`}${ticket}${inputs}
<div class="actions"><button class="button primary large"${isPreview && html` disabled`}>${withLang(submit)}</button></div>
</form>`;
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
  return html`<form class="form" method="get" action="${action}">${ticketInput}<div class="actions"><button class="button primary large">${withLang(words.quiz.start)}</button></div></form>`;
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
function hiddenInputs(values: Readonly<Record<string, string | undefined>>): HtmlPart {
  return Object.entries(values).map(
    ([name, value]) =>
      value !== undefined && html`<input type="hidden" name="${name}" value="${value}" autocomplete="off">`,
  );
}
