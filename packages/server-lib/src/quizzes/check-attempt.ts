import { fault } from '../faults/fault.js';
import type { Faults } from '../faults/faults.js';
import { booleanInput } from '../inputs/boolean.js';
import { numberInput } from '../inputs/number/number.js';
import { checkIds } from '../inputs/options/choice.js';
import { matchInput } from '../inputs/options/match.js';
import { orderInput } from '../inputs/options/order.js';
import { checkEmail } from '../inputs/text/email.js';
import { maxTextLength, textInput } from '../inputs/text/text.js';
import type { QuestionAnswer } from './quiz-types.js';
import type { Answers, StoredQuestion } from './stored-quiz.js';

/** The answers to the questions a visitor was asked; what was left out is left out. */
export function checkAnswers(asked: readonly StoredQuestion[], given: unknown, faults: Faults): Answers {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    faults.add('answers', given === undefined ? fault('required') : fault('not_answers_by_id'));
    return {};
  }
  const answers = new Map<string, QuestionAnswer>();
  for (const [id, value] of Object.entries(given)) {
    const question = asked.find((one) => one.id === id);
    if (!question) faults.add(`answers.${id}`, fault('unknown_question'));
    else if (value !== null) {
      const answer = checkAnswer(question, value, `answers.${id}`, faults);
      if (answer !== undefined) answers.set(id, answer);
    }
  }
  return Object.fromEntries(answers);
}

function checkAnswer(
  question: StoredQuestion,
  given: unknown,
  path: string,
  faults: Faults,
): QuestionAnswer | undefined {
  switch (question.type) {
    case 'single':
      if (typeof given === 'string' && question.options.some(({ id }) => id === given)) return given;
      faults.add(path, fault('unknown_option'));
      return undefined;
    case 'multiple':
      return inOptionOrder(question, checkIds(question.options, given, path, faults) ?? []);
    case 'boolean':
      return booleanInput.check(given, path, faults);
    case 'text':
      return textInput.check({ min: 0, max: maxTextLength }, given, path, faults);
    case 'number':
      return numberInput.check({ min: null, max: null, step: null }, given, path, faults);
    case 'order':
      return orderInput.check(question.options, given, path, faults);
    case 'match':
      return matchInput.check(question, given, path, faults);
  }
}

/** What was picked of several has no order of its own. */
function inOptionOrder({ options }: StoredQuestion, picked: readonly string[]): string[] | undefined {
  return picked.length === 0 ? undefined : options.map(({ id }) => id).filter((id) => picked.includes(id));
}

const maxNameLength = 100;

/** Who an attempt is by, where they say so. */
export function checkRespondent(
  given: Readonly<Record<string, unknown>>,
  faults: Faults,
): { name?: string; email?: string } {
  const name =
    given['name'] == null ? undefined : textInput.check({ min: 0, max: maxNameLength }, given['name'], 'name', faults);
  const email = given['email'] == null ? undefined : checkEmail(given['email'], 'email', faults);
  return { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
}
