import type { FieldAnswer, QuestionAnswer, WriteIn } from '../../shared/contract/resources.js';

/** Returns the form fields of the answer to one question. */
export function fieldsOf(
  id: string,
  answer: FieldAnswer | QuestionAnswer,
  isRanking: boolean,
): [name: string, value: string | string[]][] {
  if (typeof answer !== 'object') return [[id, String(answer)]];
  if (!Array.isArray(answer)) return Object.entries(answer).map(([part, value]) => [`${id}.${part}`, value]);
  const choices: readonly (string | WriteIn)[] = answer;
  const ids = choices.filter((choice) => typeof choice === 'string');
  if (isRanking) return ids.map((option, index) => [`${id}.rank.${option}`, String(index + 1)]);
  const writeIn = choices.find((choice) => typeof choice !== 'string');
  return [[id, ids], ...(writeIn ? [[`${id}.other`, writeIn.other] satisfies [string, string]] : [])];
}
