import { type Html, type HtmlPart, html } from '../../base/html.js';
import type { Field } from '../../shared/contract/resources.js';
import { fieldHint } from '../../shared/presentation/hints.js';
import { describeCondition } from './conditions.js';
import type { FormQuestion } from './controls.js';
import type { FormContext } from './form-context.js';
import { viewOf } from './form-fields.js';

/** Renders all fields of a form. Conditional fields show their condition: without JavaScript, they cannot be hidden. */
export function formInputs(formContext: FormContext, fields: readonly Field[]): Html {
  return html`${fields.map((field) => viewOf(field)(formContext, field, questionOf(formContext, field, fields)))}`;
}

function questionOf({ localizer }: FormContext, field: Field, all: readonly Field[]): FormQuestion {
  const condition = describeCondition(localizer, field, all);
  return {
    name: field.id,
    path: `answers.${field.id}`,
    label: field.label,
    required: field.required,
    // The browser cannot know whether a conditional field is shown.
    skipsBrowserCheck: condition !== null,
    help: helpOf(localizer.withLang, fieldHint(field, localizer.texts), field.help, condition),
  };
}

/** The condition of a field, the hint how to fill it in, and the help of its author. */
function helpOf(
  withLang: (text: string) => Html,
  hint: string | null,
  help: string | null,
  condition: Html | null,
): HtmlPart {
  if (hint === null && help === null && condition === null) return null;
  return html`${condition && html`<p class="condition">${condition}</p>`}${hint !== null && html`<p>${withLang(hint)}</p>`}${help && html`<p class="authored" dir="auto">${help}</p>`}`;
}
