import type { PublicQuestion, QuestionAnswer, RevealedQuestion } from '../contract/resources.js';
import { byAuthor, labelText, type Text } from './results/blocks.js';
import type { Texts } from './texts.js';

type Solution = NonNullable<RevealedQuestion['answer']>;

/** An answer as a list of texts. */
export interface AnswerTexts {
  readonly values: readonly Text[];
  /** Whether the texts have an order. */
  readonly isOrdered: boolean;
}

/** Returns an answer or a solution as texts. */
export function answerTexts(question: PublicQuestion, answer: QuestionAnswer | Solution, t: Texts): AnswerTexts {
  return { values: valuesOf(question, answer, t), isOrdered: question.type === 'order' };
}

function valuesOf({ type, options, targets }: PublicQuestion, answer: QuestionAnswer | Solution, t: Texts): Text[] {
  if (typeof answer === 'boolean') return [t(answer ? 'True' : 'False')];
  if (typeof answer === 'number') return [t.exact(answer)];
  const labelOf = labelsIn(options, t);
  const toText = (text: string) => (type === 'text' ? byAuthor(text) : labelOf(text));
  if (typeof answer === 'string') return [toText(answer)];
  if (isTextList(answer)) return type === 'text' ? [alternatives(answer, t)] : answer.map(toText);
  if (isNumberSolution(answer)) return [numberSolution(answer, t)];
  const targetOf = labelsIn(targets, t);
  return Object.entries(answer).map(([left, right]) => [labelOf(left), ': ', targetOf(`${right}`)]);
}

/** The accepted texts of a question. */
function alternatives(texts: readonly string[], t: Texts): Text {
  return texts.flatMap((text, index): Text[] => (index === 0 ? [byAuthor(text)] : [t(' or '), byAuthor(text)]));
}

function numberSolution({ value, tolerance }: { value: number; tolerance: number }, t: Texts): string {
  return tolerance === 0
    ? t.exact(value)
    : t('from {min} to {max}', { min: t.exact(value - tolerance), max: t.exact(value + tolerance) });
}

function labelsIn(options: PublicQuestion['options'], t: Texts): (id: string) => Text {
  const labels = new Map(options.map(({ id, label }) => [id, label]));
  return (id) => labelText(labels.get(id) ?? id, t);
}

function isTextList(answer: object): answer is readonly string[] {
  return Array.isArray(answer);
}

function isNumberSolution(answer: object): answer is { value: number; tolerance: number } {
  return 'tolerance' in answer && typeof answer.tolerance === 'number';
}
