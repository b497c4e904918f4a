import type { Contribution } from '../../core/results/contribution.js';
import { largestAnswerCount, largestChoiceCount } from '../../core/results/largest-counts.js';
import type { Tallies } from '../../core/results/tallies.js';
import type { QuestionResult, QuizResults } from '../../shared/contract/resources.js';
import { scoreOf } from './mark-attempt.js';
import type { Marks, QuizBody, QuizOwn, StoredQuestion } from './stored-quiz.js';

/** Author-defined IDs cannot start with a dollar sign. */
const scorePrefix = '$s.';
export const answeredBucket = (question: string) => `$a.${question}`;
const askedBucket = (question: string) => `$n.${question}`;
const correctBucket = (question: string) => `$c.${question}`;
export const optionBucket = (question: string, option: string) => `${question}.${option}`;
export const targetBucket = (question: string, target: string) => `${question}>${target}`;

/**
 * Returns what an attempt adds to the tallies. Depends only on the attempt, so that it can be subtracted after the quiz
 * has changed. Whether attempts passed is computed from the scores when results are read.
 */
export function countAttempt({ questions }: QuizOwn, { answers, marks }: QuizBody): Contribution[] {
  const buckets: string[] = [];
  for (const question of questions) {
    if (!Object.hasOwn(answers, question.id)) continue;
    buckets.push(answeredBucket(question.id), ...pickBuckets(question, answers[question.id]));
  }
  return [...countMarks(marks), ...buckets.map(toContribution)];
}

/** Returns the part that depends on the marks, which regrading changes. */
export function countMarks({ score, max, questions }: Marks): Contribution[] {
  const buckets = [`${scorePrefix}${score}/${max}`];
  for (const [id, correct] of questions) {
    buckets.push(askedBucket(id));
    if (correct) buckets.push(correctBucket(id));
  }
  return buckets.map(toContribution);
}

function toContribution(bucket: string): Contribution {
  return { bucket, n: 1 };
}

/** Returns the buckets of the options that an answer contains. */
function pickBuckets({ id, type }: StoredQuestion, answer: QuizBody['answers'][string] | undefined): string[] {
  if (type === 'text' || type === 'number' || answer === undefined) return [];
  if (typeof answer !== 'object') return [optionBucket(id, String(answer))];
  if (Array.isArray(answer)) return answer.map((option) => optionBucket(id, option));
  return Object.entries(answer).flatMap(([left, right]) => [optionBucket(id, left), targetBucket(id, right)]);
}

type OwnResults = Omit<QuizResults, 'quiz_id' | 'status' | 'timeline'>;

/** Returns the results of a quiz. */
export function quizResults(own: QuizOwn, tallies: Tallies): OwnResults {
  const scores = tallies.withPrefix(scorePrefix).map(([bucket, count]) => {
    const [score = 0, max = 0] = bucket.slice(scorePrefix.length).split('/').map(Number);
    return { ...scoreOf(own, { score, max }), count };
  });
  const passes = scores.reduce((sum, { passed, count }) => sum + (passed ? count : 0), 0);
  return {
    attempts_count: tallies.answers,
    average_score: average(scores.map(({ score, count }) => ({ value: score, count }))),
    average_percentage: average(scores.map(({ percentage, count }) => ({ value: percentage, count }))),
    pass_rate: own.pass_percentage === null ? null : ratio(passes, tallies.answers),
    distribution: scoreDistribution(scores),
    questions: own.questions.map((question) => questionResult(question, tallies)),
  };
}

function questionResult({ id, type, options }: StoredQuestion, { count }: Tallies): QuestionResult {
  const optionIds =
    type === 'boolean'
      ? ['true', 'false']
      : type === 'single' || type === 'multiple'
        ? options.map((option) => option.id)
        : [];
  return {
    id,
    correct_rate: ratio(count(correctBucket(id)), count(askedBucket(id))),
    options: Object.fromEntries(optionIds.map((option) => [option, count(optionBucket(id, option))])),
  };
}

/**
 * Returns the number of attempts per score, in ascending order. Attempts with the same score may have different maximum
 * scores.
 */
function scoreDistribution(scores: readonly { score: number; count: number }[]): { score: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { score, count } of scores) counts.set(score, (counts.get(score) ?? 0) + count);
  return [...counts].map(([score, count]) => ({ score, count })).sort((a, b) => a.score - b.score);
}

const million = 1_000_000;

/** Sums in whole millionths, which is exact for any number of values. */
function average(values: readonly { value: number; count: number }[]): number | null {
  const total = values.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const sum = values.reduce((sum, { value, count }) => sum + BigInt(Math.round(value * million)) * BigInt(count), 0n);
  return Number(sum) / million / total;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/**
 * Returns the part of the results that visitors may see. Excludes counts of options, because they reveal the correct
 * ones, and scores unless visitors see their own.
 */
export function resultsForVisitors({ reveal }: Pick<QuizOwn, 'reveal'>, results: QuizResults): QuizResults {
  const { quiz_id, status, attempts_count, timeline, average_score, average_percentage, pass_rate, distribution } =
    results;
  const scores = { average_score, average_percentage, pass_rate, distribution: mergeScores(distribution) };
  const noScores = { average_score: null, average_percentage: null, pass_rate: null, distribution: [] };
  const questions = results.questions.map(({ id, correct_rate }) => ({ id, correct_rate, options: {} }));
  return {
    quiz_id,
    status,
    attempts_count,
    ...(reveal === 'nothing' ? noScores : scores),
    questions: reveal === 'correctness' || reveal === 'answers' ? questions : [],
    timeline,
  };
}

type Distribution = QuizResults['distribution'];

/**
 * The maximum number of scores that visitors get. With fractions of points, every attempt may have a different score.
 */
const maxListedScores = 1_000;

/**
 * Merges scores until at most {@link maxListedScores} are left. Each entry counts the scores from its score up to the next entry.
 */
function mergeScores(distribution: Distribution): Distribution {
  const lowest = distribution[0]?.score ?? 0;
  const highest = distribution.at(-1)?.score ?? 0;
  if (distribution.length <= maxListedScores) return distribution;
  const steps = new Map<number, { score: number; count: number }>();
  for (const { score, count } of distribution) {
    const step = Math.min(Math.floor(((score - lowest) / (highest - lowest)) * maxListedScores), maxListedScores - 1);
    const entry = steps.get(step);
    if (entry) entry.count += count;
    else steps.set(step, { score, count });
  }
  return [...steps.values()];
}

/** Returns the largest results that visitors may get. */
export function largestQuizResults({ questions }: QuizOwn): object {
  return {
    distribution: Array.from({ length: maxListedScores }, () => ({
      score: 1_234_567.123456,
      count: largestChoiceCount,
    })),
    questions: questions.map(({ id }) => ({ id, correct_rate: largestChoiceCount / largestAnswerCount, options: {} })),
  };
}
