import type { Html } from '../../web/html.js';
import { radios, select } from '../form/choices.js';
import { field, group, type Question } from '../form/controls.js';
import type { FormContext } from '../form/form-context.js';

/** The maximum number of steps that are shown as radio buttons. Longer scales get a list. */
const maxSteps = 11;

/** Renders a scale. */
export function steps(formContext: FormContext, question: Question, values: readonly number[]): Html {
  const { number, words } = formContext.localizer;
  const choices = values.map((value) => ({ value: String(value), label: number(value) }));
  if (values.length > maxSteps) {
    return field(formContext, question, (attributes) =>
      select(formContext, question.name, choices, words.choose, attributes),
    );
  }
  return group(formContext, question, radios(formContext, question, choices, { look: 'steps' }));
}
