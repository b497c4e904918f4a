import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import { maxNamedQuestions } from './limits.js';

/**
 * Returns the question that a parameter names. If it is none of the questions, adds a fault that names them.
 *
 * @param name The name of the parameter.
 */
export function chooseQuestion<Question extends { readonly id: string }>(
  name: string,
  id: string,
  questions: readonly Question[],
  faults: Faults,
): Question | undefined {
  const found = questions.find((question) => question.id === id);
  if (found) return found;
  const values = questions.slice(0, maxNamedQuestions).map((question) => question.id);
  faults.add(name, values.length > 0 ? fault('not_one_of', { values }) : fault('no_countable_question'));
  return undefined;
}
