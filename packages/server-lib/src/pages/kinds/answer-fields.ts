import type { FieldAnswer, WriteIn } from '../../forms/form-types.js';
import type { QuestionAnswer } from '../../quizzes/quiz-types.js';

/** The fields of a plain form in which an answer to one thing stands. */
export function fieldsOf(
  id: string,
  answer: FieldAnswer | QuestionAnswer,
  isRanking: boolean,
): [name: string, value: string | string[]][] {
  if (typeof answer !== 'object') return [[id, String(answer)]];
  if (!Array.isArray(answer)) return Object.entries(answer).map(([part, value]) => [`${id}.${part}`, value]);
  const parts: readonly (string | WriteIn)[] = answer;
  const ids = parts.filter((one) => typeof one === 'string');
  if (isRanking) return ids.map((option, at) => [`${id}.rank.${option}`, String(at + 1)]);
  const written = parts.find((one) => typeof one !== 'string');
  return [[id, ids], ...(written ? [[`${id}.other`, written.other] satisfies [string, string]] : [])];
}
