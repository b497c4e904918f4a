import type { Micros } from '../../base/clock.js';
import { foldText, normalizeText } from '../../base/normalize-text.js';
import type { QuestionKeys } from '../../shared/contract/quiz-types.js';
import type { Band, QuestionAnswer, Score } from '../../shared/contract/resources.js';
import { isWithin } from '../inputs/decimal.js';
import type { Answers, Mark, Marks, QuizOwn, StoredQuestion } from './stored-quiz.js';

/** Marks the answers to the questions that the visitor was asked. */
export function markAttempt(asked: readonly StoredQuestion[], answers: Answers, at: Micros): Marks {
  let [score, max] = [0, 0];
  const questions = asked.map((question): Mark => {
    const answer = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
    const { correct, points } = markQuestion(question, answer);
    score += points;
    max += question.points;
    return [question.id, correct, roundScore(points)];
  });
  return { score: Math.max(0, roundScore(score)), max: roundScore(max), questions, at };
}

/** Marks one answer. A wrong answer costs the penalty of the question; a missing answer costs nothing. */
export function markQuestion(
  question: StoredQuestion,
  answer: QuestionAnswer | undefined,
): { correct: boolean; points: number } {
  if (answer === undefined) return { correct: false, points: 0 };
  const share = correctShare(question, answer);
  if (share === 1) return { correct: true, points: question.points };
  if (question.partial && share > 0) return { correct: false, points: question.points * share };
  return { correct: false, points: 0 - question.penalty };
}

/** Returns the share of an answer that is correct, from 0 to 1. An answer of the wrong shape is wrong. */
function correctShare(question: StoredQuestion, answer: QuestionAnswer): number {
  const { type, answer: key } = question;
  switch (type) {
    case 'single':
    case 'boolean':
      return answer === key ? 1 : 0;
    case 'multiple':
      return Array.isArray(answer) ? correctPickShare(key, answer) : 0;
    case 'text':
      return typeof answer === 'string' && acceptedTexts(question, key).has(textNormalizer(question)(answer)) ? 1 : 0;
    case 'number':
      return typeof answer === 'number' && isWithin(answer, key.value, key.tolerance) ? 1 : 0;
    case 'order':
      return Array.isArray(answer) ? key.filter((id, place) => answer[place] === id).length / key.length : 0;
    case 'match':
      return typeof answer === 'object' && !Array.isArray(answer) ? correctPairShare(key, answer) : 0;
  }
}

/** Subtracts wrong choices from correct ones. */
function correctPickShare(key: readonly string[], picked: readonly string[]): number {
  const correct = new Set(key);
  const right = picked.filter((id) => correct.has(id)).length;
  return Math.max(0, right - (picked.length - right)) / key.length;
}

function correctPairShare(key: QuestionKeys['match'], answer: Readonly<Record<string, string>>): number {
  const pairs = Object.entries(key);
  return pairs.filter(([left, right]) => Object.hasOwn(answer, left) && answer[left] === right).length / pairs.length;
}

/** The normalized accepted texts of questions. Cached, because regrading compares them with every attempt. */
const accepted = new WeakMap<StoredQuestion, ReadonlySet<string>>();

function acceptedTexts(question: StoredQuestion, key: readonly string[]): ReadonlySet<string> {
  let texts = accepted.get(question);
  if (!texts) {
    texts = new Set(key.map(textNormalizer(question)));
    accepted.set(question, texts);
  }
  return texts;
}

function textNormalizer({ case_sensitive }: StoredQuestion): (text: string) => string {
  return case_sensitive ? normalizeText : foldText;
}

/** Returns the score of marks under the current settings of the quiz. */
export function scoreOf({ pass_percentage, bands }: QuizOwn, { score, max }: Pick<Marks, 'score' | 'max'>): Score {
  const percentage = max === 0 ? 0 : roundScore((100 * score) / max);
  return {
    score,
    max_score: max,
    percentage,
    passed: pass_percentage === null ? null : percentage >= pass_percentage,
    band: findBand(bands, percentage),
  };
}

function findBand(bands: readonly Band[], percentage: number): Band | null {
  let highest: Band | null = null;
  for (const band of bands) {
    const reached = percentage >= band.min_percentage;
    if (reached && (highest === null || band.min_percentage > highest.min_percentage)) highest = band;
  }
  return highest;
}

const million = 1_000_000;

/** Returns points in whole millionths, which have exact sums. */
export function millionths(points: number): number {
  return Math.round(points * million);
}

/** Rounds to six decimal places, so that sums of fractions give the expected result. */
function roundScore(value: number): number {
  return millionths(value) / million + 0;
}
