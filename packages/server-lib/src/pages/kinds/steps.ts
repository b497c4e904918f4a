import { type Html, html } from '../../web/html.js';
import { group, line, type Question, radios } from '../form/controls.js';
import type { FormContext } from '../form/form-context.js';

/** More steps than stand in one or two lines are written as a number. */
const mostSteps = 11;

/** A step of a scale. */
export function steps(formContext: FormContext, question: Question, values: readonly number[]): Html {
  const [min, max] = [values[0], values.at(-1)];
  if (values.length > mostSteps) {
    return line(formContext, question, 'number', html` min="${min}" max="${max}" step="1" inputmode="numeric"`);
  }
  const choices = values.map((value) => ({ value: String(value), label: formContext.localizer.number(value) }));
  return group(formContext, question, radios(formContext, question, choices, { look: 'steps' }));
}
