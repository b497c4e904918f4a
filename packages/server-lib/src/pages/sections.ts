import type { AskKind, PublicHead } from '../asks/ask-types.js';
import { memberFieldName } from '../asks/submit/form-member-names.js';
import { idempotencyField } from '../asks/submit/parse-submission.js';
import type { Faults } from '../faults/faults.js';
import type { Localizer } from '../messages/localizer.js';
import { type Html, type HtmlPart, html } from '../web/html.js';
import { icons } from '../web/icons.js';
import { field } from './form/controls.js';
import { FormContext } from './form/form-context.js';
import { FormValues } from './form/form-values.js';
import type { Inputs } from './kind-renderer.js';

/** Once it is answered, the title alone says what it was. */
type HeadingParts = Pick<PublicHead, 'title'> & Partial<Pick<PublicHead, 'description'>>;

/** The title of an ask and what its author says about it. */
export function heading(
  { title, description }: HeadingParts,
  isPreview: boolean,
  { words, withLang }: Localizer,
): Html {
  const banner =
    isPreview &&
    html`<p class="notice draft" role="status">${icons.alert}<span><strong>${withLang(words.state.draft)}</strong> ${withLang(words.state.draftAdvice)}</span></p>`;
  return html`${banner}<header class="ask-head"><h1 dir="auto">${title}</h1>${description && html`<p class="authored" dir="auto">${description}</p>`}</header>`;
}

/** Something that is so, with what to know or do about it. */
export function notice(icon: Html, title: Html | null, more: HtmlPart = null, look: 'good' | 'plain' = 'good'): Html {
  return html`<div class="notice ${look}" role="status">${icon}<div>${title && html`<p class="notice-title">${title}</p>`}${more}</div></div>`;
}

/** Why nothing can be answered: closed, not open yet, or full. */
export function closedNotice({ words, withLang, fillGap, time }: Localizer, head: PublicHead, now: string): Html {
  const { state } = words;
  const isEarly = head.status === 'open' && head.opens_at !== null && now < head.opens_at;
  if (isEarly && head.opens_at) {
    return notice(icons.clock, fillGap(state.opens, time(head.opens_at)), null, 'plain');
  }
  const isOver = head.status === 'closed' || (head.closes_at !== null && now >= head.closes_at);
  return notice(icons.clock, withLang(isOver ? state.closed : state.full), null, 'plain');
}

/** What went wrong, where no form is left to mend it in; it takes the focus. */
export function problem(why: Html): Html {
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>${icons.alert}<p class="problem-title">${why}</p></div>`;
}

/** Something that is there for those who want it. */
export function folded(title: Html, content: Html, isOpen = false): Html {
  return html`<details class="more"${isOpen && html` open`}><summary>${title}</summary>${content}</details>`;
}

export interface AnswerForm {
  readonly formContext: FormContext;
  readonly inputs: Inputs;
  readonly action: string;
  readonly submit: string;
  /** Said before all that is wrong. */
  readonly message: string | null;
  readonly hidden: Readonly<Record<string, string | undefined>>;
  readonly idempotencyKey: string;
  /** Whether a ticket has to be written. */
  readonly asksTicket: boolean;
  readonly isPreview: boolean;
  /** Until when it can be sent. */
  readonly until: Html | null;
}

/** The form that answers an ask: a plain post to the public operation. */
export function answerForm(form: AnswerForm): Html {
  const { formContext, submit, isPreview, until } = form;
  const ticket = form.asksTicket && ticketField(formContext, memberFieldName('ticket'));
  const inputs = form.inputs(formContext);
  if (formContext.isOverfull)
    return notice(icons.alert, formContext.localizer.withLang(formContext.localizer.words.state.overfull));
  const hidden = { [idempotencyField]: form.idempotencyKey, ...form.hidden };
  return html`${formContext.summary(form.message)}
<form class="form answer" method="post" action="${form.action}">
${unseen(hidden)}${until && html`<p class="until">${until}</p>`}${ticket}${inputs}
<div class="actions"><button class="button primary large"${isPreview && html` disabled`}>${formContext.localizer.withLang(submit)}</button></div>
</form>`;
}

function ticketField(formContext: FormContext, name: string): Html {
  const { words, withLang } = formContext.localizer;
  const { needsTicket, needsTicketAdvice, ticket } = words.state;
  const help = withLang(`${needsTicket} ${needsTicketAdvice}`);
  return field(formContext, { name, path: 'ticket', label: ticket, help, required: true }, (attributes) => {
    return html`<input type="text" ${attributes} value="${formContext.values.text(name)}" autocomplete="off" spellcheck="false" dir="ltr">`;
  });
}

/** The form that starts a quiz whose questions come when it is started. */
export function startForm({ localizer, action, ticket, asksTicket, faults, isPreview }: StartForm): Html {
  const { words, withLang } = localizer;
  const filled = new FormValues({ ticket: ticket ?? '' }, faults.issues);
  const place = asksTicket ? ticketField(new FormContext(localizer, filled), 'ticket') : unseen({ ticket });
  return html`<form class="form" method="get" action="${action}">${place}<div class="actions"><button class="button primary large"${isPreview && html` disabled`}>${withLang(words.quiz.start)}</button></div></form>`;
}

interface StartForm {
  readonly localizer: Localizer;
  readonly action: string;
  readonly ticket: string | undefined;
  /** Whether the visitor has to write their ticket; else the form has it already. */
  readonly asksTicket: boolean;
  /** What is wrong with the ticket. */
  readonly faults: Faults;
  readonly isPreview: boolean;
}

// Some browsers fill in what stood in hidden fields before a reload.
function unseen(hidden: Readonly<Record<string, string | undefined>>): HtmlPart {
  return Object.entries(hidden).map(
    ([name, value]) =>
      value !== undefined && html`<input type="hidden" name="${name}" value="${value}" autocomplete="off">`,
  );
}

/** The results of an ask, under their title. */
export function resultsSection(localizer: Localizer, kind: AskKind, count: number, results: Html): Html {
  const { withLang, words } = localizer;
  return html`<section class="results" aria-labelledby="results"><h2 id="results">${withLang(words.results.title)}</h2>
${resultsBody(localizer, kind, count, results)}</section>`;
}

/** The same folded away, from those who are still to answer. */
export function foldedResults(localizer: Localizer, kind: AskKind, count: number, results: Html): Html {
  const title = localizer.withLang(localizer.words.results.title);
  return folded(title, html`<div class="results">${resultsBody(localizer, kind, count, results)}</div>`);
}

function resultsBody({ words, withLang, number }: Localizer, kind: AskKind, count: number, results: Html): Html {
  if (count === 0) return html`<p class="muted">${withLang(words.results.none)}</p>`;
  return html`<p class="total">${withLang(words[kind].count(count, number(count)))}</p>${results}`;
}
