import type { PublicQuestion, QuestionAnswer, RevealedQuestion } from '../contract/resources.js';
import { labelText, type ReviewPart, type Text } from './results/blocks.js';
import type { Texts } from './texts.js';

type Solution = RevealedQuestion['answer'];

/**
 * Returns the verdict at each option, pair or place of a question. Empty for questions that visitors answer with a text or a number.
 *
 * @param own The answer of the visitor.
 * @param solution Null if the quiz does not reveal it.
 */
export function reviewParts(
  question: PublicQuestion,
  own: QuestionAnswer | undefined,
  solution: Solution,
  isCorrect: boolean,
  t: Texts,
): ReviewPart[] {
  if (own === undefined && solution === null) return [];
  switch (question.type) {
    case 'single':
    case 'multiple':
    case 'boolean':
      return options(question, own, solution, isCorrect, t);
    case 'order':
      return own === undefined ? [] : places(question, listOf(own), solution, isCorrect, t);
    case 'match':
      return pairs(question, entriesOf(own), solution === null ? null : entriesOf(solution), isCorrect, t);
    default:
      return [];
  }
}

function options(
  { type, options: defined }: PublicQuestion,
  own: QuestionAnswer | undefined,
  solution: Solution,
  isCorrect: boolean,
  t: Texts,
): ReviewPart[] {
  const all =
    type === 'boolean'
      ? [true, false].map((value) => ({ id: `${value}`, label: t(value ? 'True' : 'False') }))
      : defined.map(({ id, label }) => ({ id, label: labelText(label, t) }));
  const chosen = new Set(listOf(own));
  const right = solution === null ? null : new Set(listOf(solution));
  return all.map(({ id, label }) => {
    const isRight = right ? right.has(id) : isCorrect || (type === 'multiple' ? null : false);
    if (!chosen.has(id)) {
      return right?.has(id)
        ? { label, verdict: 'correct', note: t('Correct answer'), correction: null }
        : { label, verdict: null, note: '', correction: null };
    }
    const note = isRight === null ? [] : [t(isRight ? 'Correct' : 'Incorrect')];
    return { label, ...verdict(isRight), note: [t('Your answer'), ...note].join(' · '), correction: null };
  });
}

function places(
  { options: defined }: PublicQuestion,
  own: readonly string[],
  solution: Solution,
  isCorrect: boolean,
  t: Texts,
): ReviewPart[] {
  const labelOf = labelsIn(defined, t);
  const right = solution === null ? null : listOf(solution);
  return own.map((id, at) => {
    const isRight = right ? right[at] === id : isCorrect || null;
    return { label: labelOf(id), ...verdict(isRight), note: noteOf(isRight, t), correction: null };
  });
}

function pairs(
  { options: defined, targets }: PublicQuestion,
  own: ReadonlyMap<string, string>,
  solution: ReadonlyMap<string, string> | null,
  isCorrect: boolean,
  t: Texts,
): ReviewPart[] {
  const targetOf = labelsIn(targets, t);
  return defined.flatMap(({ id, label }): ReviewPart[] => {
    const chosen = own.get(id);
    const right = solution?.get(id);
    if (chosen === undefined && right === undefined) return [];
    const isRight = solution ? chosen === right : isCorrect || null;
    const correction = right !== undefined && !isRight ? [t('Correct answer'), ': ', targetOf(right)] : null;
    const pair = [labelText(label, t), ': ', chosen === undefined ? '–' : targetOf(chosen)];
    const note = chosen === undefined ? t('Not answered') : noteOf(isRight, t);
    return [{ label: pair, ...verdict(isRight), note, correction }];
  });
}

function verdict(isRight: boolean | null): Pick<ReviewPart, 'verdict'> {
  return { verdict: isRight === null ? null : isRight ? 'correct' : 'incorrect' };
}

function noteOf(isRight: boolean | null, t: Texts): string {
  return isRight === null ? '' : t(isRight ? 'Correct' : 'Incorrect');
}

/** Returns the IDs in an answer to a question with options. */
function listOf(answer: QuestionAnswer | Solution | undefined): readonly string[] {
  if (Array.isArray(answer)) return answer.map(String);
  return answer === undefined || answer === null || typeof answer === 'object' ? [] : [String(answer)];
}

/** Returns the chosen target of each option. */
function entriesOf(answer: QuestionAnswer | Solution | undefined): ReadonlyMap<string, string> {
  const isMatch = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  return new Map(isMatch ? Object.entries(answer).map(([left, right]) => [left, String(right)]) : []);
}

function labelsIn(list: readonly { readonly id: string; readonly label: string }[], t: Texts): (id: string) => Text {
  const labels = new Map(list.map(({ id, label }) => [id, label]));
  return (id) => labelText(labels.get(id) ?? id, t);
}
