import { type Html, type HtmlPart, html } from '../../base/html.js';
import { icons } from '../ui/icons.js';
import type { FormContext } from './form-context.js';

/** A question of a form. */
export interface FormQuestion {
  /** The name of its form field. */
  readonly name: string;
  /** The path of its faults. */
  readonly path: string;
  readonly label: string;
  /** The label with its marks, if it can have any. */
  readonly markup?: Html;
  readonly help?: HtmlPart;
  readonly required?: boolean;
  /** Whether only the server checks `required`, not the browser. */
  readonly skipsBrowserCheck?: boolean;
  /** A more specific message that replaces the messages of its faults. */
  readonly fault?: string | null;
  /** Whether the question consists of questions that show their own faults. */
  readonly hasParts?: boolean;
  /** Whether one of its controls shows the faults of the question. */
  readonly hidesFaults?: boolean;
  /** The name of the control that the error summary links to, unless it is `name`. */
  readonly focusName?: string;
  /** The URL of an image below the label. */
  readonly image?: string | null;
  /** The legend, if the label is already the title of the page. */
  readonly legend?: Html;
}

/** Returns the ID of an element. The part comes first, so that IDs are unique for all field names. */
export function idOf(name: string, part: 'help' | 'fault' | number = 0): string {
  if (typeof part === 'string') return `${part}-${name}`;
  return part === 0 ? `in-${name}` : `in${part}-${name}`;
}

/** A label with a single control. */
export function field(formContext: FormContext, question: FormQuestion, control: (attributes: Html) => Html): Html {
  const id = idOf(question.name);
  const { hints, describedBy, isInvalid } = hintsOf(formContext, question);
  const attributes = html`id="${id}" name="${question.name}"${describedBy && html` aria-describedby="${describedBy}"`}${
    isInvalid && html` aria-invalid="true"`
  }${isRequiredInBrowser(question) && html` required`}`;
  return html`<div class="field">
<label for="${id}">${labelOf(formContext, question)}</label>
${image(question.image)}${hints}${control(attributes)}
</div>`;
}

/** A fieldset with several controls for one question. */
export function questionGroup(formContext: FormContext, question: FormQuestion, controls: HtmlPart): Html {
  const { hints, describedBy } = hintsOf(formContext, question);
  return html`<fieldset class="field"${describedBy && html` aria-describedby="${describedBy}"`}>
<legend>${question.legend ?? labelOf(formContext, question)}</legend>
${image(question.image)}${hints}${controls}
</fieldset>`;
}

/** An `<input>` with a label. */
export function line(formContext: FormContext, question: FormQuestion, type: string, more: HtmlPart = null): Html {
  const value = formContext.values.text(question.name);
  return field(
    formContext,
    question,
    (attributes) => html`<input type="${type}" ${attributes}${more} value="${value}">`,
  );
}

/** A single checkbox with its label next to it. */
export function tick(formContext: FormContext, question: FormQuestion, isTicked: boolean): Html {
  const id = idOf(question.name);
  const { hints, describedBy, isInvalid } = hintsOf(formContext, question);
  return html`<div class="field">
${hints}<label class="choice tick" for="${id}"><input type="checkbox" id="${id}" name="${question.name}" value="true"${isTicked && html` checked`}${
    isRequiredInBrowser(question) && html` required`
  }${describedBy && html` aria-describedby="${describedBy}"`}${isInvalid && html` aria-invalid="true"`}><span class="choice-label">${labelOf(formContext, question)}</span></label>
</div>`;
}

/** An image of the author. No referrer is sent to its host, because the URL of the page may be secret. */
export function image(url: string | null | undefined, alt = ''): Html | null {
  return url ? html`<img class="picture" src="${url}" alt="${alt}" loading="lazy" referrerpolicy="no-referrer">` : null;
}

/** Whether the control gets the `required` attribute. */
export function isRequiredInBrowser({ required, skipsBrowserCheck }: FormQuestion): boolean {
  return required === true && skipsBrowserCheck !== true;
}

/** The messages of the faults of a control. */
export function faultList({ localizer }: FormContext, name: string, messages: readonly string[]): Html | null {
  if (messages.length === 0) return null;
  return html`<p class="fault" id="${idOf(name, 'fault')}">${icons.alert}<span>${localizer.withLang(messages.join(' '))}</span></p>`;
}

function labelOf({ localizer }: FormContext, { label, markup, required }: FormQuestion): Html {
  return html`<bdi>${markup ?? label}</bdi>${required && html` <span class="required">${localizer.withLang(localizer.words.required)}</span>`}`;
}

interface Hints {
  /** The help and the faults of a question. */
  readonly hints: Html;
  /** Their IDs, for `aria-describedby`. */
  readonly describedBy: string;
  readonly isInvalid: boolean;
}

function hintsOf(formContext: FormContext, question: FormQuestion): Hints {
  const { name } = question;
  const messages = question.hidesFaults
    ? []
    : formContext.faultsAt(question.path, idOf(question.focusName ?? name), question.label, {
        exact: question.hasParts ?? false,
        instead: question.fault ?? null,
      });
  const isInvalid = messages.length > 0;
  const ids = [question.help && idOf(name, 'help'), isInvalid && idOf(name, 'fault')];
  const help = question.help && html`<div class="help" id="${idOf(name, 'help')}">${question.help}</div>`;
  return {
    hints: html`${help}${faultList(formContext, name, messages)}`,
    describedBy: ids.filter(Boolean).join(' '),
    isInvalid,
  };
}
