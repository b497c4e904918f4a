import type { Faults } from '../../base/faults/faults.js';
import { isObject } from '../../base/validation/objects.js';
import type { CheckedAnswers } from '../../core/answers/checked-answers.js';
import type { QuestionAnswer } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { booleanInput } from '../inputs/boolean.js';
import { checkIds, inOptionOrder } from '../inputs/choice.js';
import { checkEmail } from '../inputs/email.js';
import { matchInput } from '../inputs/match.js';
import { numberInput } from '../inputs/number.js';
import { orderInput } from '../inputs/order.js';
import { maxTextLength, textInput } from '../inputs/text.js';
import { type Answers, questionsById, type StoredQuestion } from './stored-quiz.js';

/**
 * Validates the answers to the questions that the visitor was asked. Questions may be left unanswered.
 *
 * @param checked The answers that were checked before. They replace the answers in the input.
 */
export function checkQuizAnswers(
  asked: readonly StoredQuestion[],
  input: unknown,
  checked: CheckedAnswers,
  faults: Faults,
): Answers {
  if (!isObject(input)) {
    faults.add('answers', input === undefined ? fault('required') : fault('not_answers_by_id'));
    return {};
  }
  const questions = questionsById(asked);
  // IDs of questions exclude `__proto__`.
  const answers: Record<string, QuestionAnswer> = {};
  // Checks one question more than the quiz has. Among that many, at least one is unknown.
  for (const id of Object.keys(input).slice(0, asked.length + 1)) {
    const question = questions.get(id);
    const value = input[id];
    if (!question) faults.add(`answers.${id}`, fault('unknown_question'));
    else if (value !== null && !checked.has(id)) {
      const answer = checkAnswer(question, value, `answers.${id}`, faults);
      if (answer !== undefined) answers[id] = answer;
    }
  }
  for (const { id } of asked) {
    const answer = checked.get(id) ?? null;
    if (answer !== null) answers[id] = answer;
  }
  return answers;
}

/** Validates the answer to one question. Returns undefined if it is missing or invalid. */
export function checkAnswer(
  question: StoredQuestion,
  value: unknown,
  path: string,
  faults: Faults,
): QuestionAnswer | undefined {
  switch (question.type) {
    case 'single':
      if (typeof value === 'string' && question.options.some(({ id }) => id === value)) return value;
      faults.add(path, fault('unknown_option'));
      return undefined;
    case 'multiple': {
      const picked = checkIds(question.options, value, path, faults) ?? [];
      return picked.length === 0 ? undefined : inOptionOrder(question.options, picked);
    }
    case 'boolean':
      return booleanInput.check(value, path, faults);
    case 'text':
      return textInput.check({ min: 0, max: maxTextLength }, value, path, faults);
    case 'number':
      return numberInput.check({ min: null, max: null, step: null }, value, path, faults);
    case 'order':
      return orderInput.check(question.options, value, path, faults);
    case 'match':
      return matchInput.check(question, value, path, faults);
  }
}

const maxNameLength = 100;

/** Validates the name and email of the visitor. Both are optional. */
export function checkRespondent(
  members: Readonly<Record<string, unknown>>,
  faults: Faults,
): { name?: string; email?: string } {
  const name =
    members['name'] == null
      ? undefined
      : textInput.check({ min: 0, max: maxNameLength }, members['name'], 'name', faults);
  const email = members['email'] == null ? undefined : checkEmail(members['email'], 'email', faults);
  return { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
}
