import { minDiscriminationAttempts } from './limits.js';
import { millionths } from './mark-attempt.js';
import type { Mark, StoredQuestion } from './stored-quiz.js';

/** Why a question has no discrimination. `equal`: all attempts have the same points for it, or the same score in the others. */
export type NoDiscrimination = 'few' | 'alone' | 'equal';

/** How well a question separates good attempts from others. */
export interface QuestionAnalysis {
  readonly id: string;
  /** The number of attempts to which the question was put. */
  readonly attempts: number;
  /** The share of the points that these attempts reached. Null without attempts or points. Negative if penalties prevail. */
  readonly difficulty: number | null;
  /** The correlation of the points with the share of the points reached in the other questions, from -1 to 1. */
  readonly discrimination: number | NoDiscrimination;
}

/** Analyzes the questions of a quiz, one attempt at a time. The current points of a question are its maximum. */
export function createQuestionAnalysis(questions: readonly Pick<StoredQuestion, 'id' | 'points'>[]) {
  const items = new Map(questions.map(({ id, points }) => [id, createItem(millionths(points))]));
  return {
    /** Adds the marks of an attempt. Marks of deleted questions do not count. */
    add(marks: readonly Mark[]): void {
      const asked = marks.flatMap(([id, , points]) => {
        const item = items.get(id);
        return item ? [{ item, points: millionths(points) }] : [];
      });
      // Whole millionths, so that equal scores are equal numbers.
      const score = asked.reduce((sum, { points }) => sum + points, 0);
      const max = asked.reduce((sum, { item }) => sum + item.max, 0);
      for (const { item, points } of asked) item.add(points, score - points, max - item.max);
    },
    get analysis(): readonly QuestionAnalysis[] {
      return [...items].map(([id, item]) => ({ id, ...item.result() }));
    },
  };
}

/** Sums the attempts of a question. Sums of differences from the means stay exact enough for any number of attempts. */
function createItem(max: number) {
  const correlation = createCorrelation();
  let [attempts, sum] = [0, 0];
  return {
    max,
    add(points: number, rest: number, restMax: number): void {
      attempts++;
      sum += points;
      // Attempts of a quiz that draws questions may have different maximum scores, so that shares are compared.
      if (restMax > 0) correlation.add(points, rest / restMax);
    },
    result(): Omit<QuestionAnalysis, 'id'> {
      const difficulty = attempts === 0 || max === 0 ? null : sum / max / attempts;
      return { attempts, difficulty, discrimination: discrimination() };
    },
  };

  function discrimination(): number | NoDiscrimination {
    if (attempts < minDiscriminationAttempts) return 'few';
    if (correlation.count === 0) return 'alone';
    return correlation.count < minDiscriminationAttempts ? 'few' : (correlation.value() ?? 'equal');
  }
}

/** Computes the correlation of pairs of numbers with the algorithm of Welford. */
function createCorrelation() {
  const [x, y] = [createDeviation(), createDeviation()];
  let [count, together] = [0, 0];
  return {
    add(first: number, second: number): void {
      count++;
      const before = first - x.mean;
      x.add(first, count);
      y.add(second, count);
      together += before * (second - y.mean);
    },
    get count(): number {
      return count;
    },
    /** Returns the correlation. Undefined if one side is always the same. */
    value(): number | undefined {
      if (x.squares === 0 || y.squares === 0) return undefined;
      return Math.min(1, Math.max(-1, together / Math.sqrt(x.squares) / Math.sqrt(y.squares)));
    },
  };
}

/** The mean of numbers, and the sum of the squares of their differences from it. */
function createDeviation() {
  let [mean, squares] = [0, 0];
  return {
    add(value: number, count: number): void {
      const before = value - mean;
      mean += before / count;
      squares += before * (value - mean);
    },
    get mean(): number {
      return mean;
    },
    /** Exactly 0 if all numbers are equal. */
    get squares(): number {
      return squares;
    },
  };
}
