import { type Html, html } from '../../web/html.js';
import { radios } from '../form/choices.js';
import { group, line, type Question } from '../form/controls.js';
import type { FormContext } from '../form/form-context.js';

/** The maximum number of steps that are shown as radio buttons. Longer scales get a number input. */
const maxSteps = 11;

/** Renders a scale. */
export function steps(formContext: FormContext, question: Question, values: readonly number[]): Html {
  const [min, max] = [values[0], values.at(-1)];
  if (values.length > maxSteps) {
    return line(formContext, question, 'number', html` min="${min}" max="${max}" step="1" inputmode="numeric"`);
  }
  const choices = values.map((value) => ({ value: String(value), label: formContext.localizer.number(value) }));
  return group(formContext, question, radios(formContext, question, choices, { look: 'steps' }));
}
