import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minDiscriminationAttempts } from './limits.js';
import { createQuestionAnalysis } from './question-analysis.js';
import type { Mark } from './stored-quiz.js';

const questions = [
  { id: 'a', points: 1 },
  { id: 'b', points: 0.3 },
  { id: 'c', points: 10_000 },
  { id: 'none', points: 0 },
];

const analyze = (attempts: readonly (readonly Mark[])[], of = questions) => {
  const analyzed = createQuestionAnalysis(of);
  for (const marks of attempts) analyzed.add(marks);
  return analyzed.analysis;
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the correlation as textbooks define it. */
function correlationOf(xs: readonly number[], ys: readonly number[]): number {
  const [dx, dy] = [xs, ys].map((values) => values.map((value) => value - mean(values)));
  const product = (one: readonly number[] = [], other: readonly number[] = []) =>
    one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return product(dx, dy) / Math.sqrt(product(dx, dx) * product(dy, dy));
}

/** Returns the share of the points reached in the other questions, and their points. */
function restOf(marks: readonly Mark[], id: string): { share: number; max: number } {
  const others = marks.filter((mark) => mark[0] !== id);
  const max = others.reduce((sum, mark) => sum + (questions.find((one) => one.id === mark[0])?.points ?? 0), 0);
  return { max, share: others.reduce((sum, mark) => sum + mark[2], 0) / max };
}

/** Marks of some of the questions: full, partial, no or negative points. */
const attempt = fc
  .array(fc.constantFrom(-0.5, 0, 0.25, 0.5, 1), { minLength: 4, maxLength: 4 })
  .chain((shares) =>
    fc
      .subarray(questions)
      .map((asked) => asked.map(({ id, points }, at): Mark => [id, shares[at] === 1, points * (shares[at] ?? 0)])),
  );

const few = fc.array(attempt, { maxLength: 30 });
const many = fc.array(attempt, { minLength: 60, maxLength: 80 });

test('questions are analyzed as by the definitions', () => {
  const property = fc.property(fc.oneof(few, many), (attempts) => {
    for (const { id, attempts: count, difficulty, discrimination } of analyze(attempts)) {
      const put = attempts.filter((marks) => marks.some((mark) => mark[0] === id));
      const pointsOf = (marks: readonly Mark[]) => marks.find((mark) => mark[0] === id)?.[2] ?? 0;
      const max = questions.find((one) => one.id === id)?.points ?? 0;
      expect(count).toBe(put.length);
      if (put.length === 0 || max === 0) expect(difficulty).toBeNull();
      else expect(difficulty).toBeCloseTo(mean(put.map(pointsOf)) / max, 9);
      const compared = put.filter((marks) => restOf(marks, id).max > 0);
      if (compared.length < minDiscriminationAttempts) {
        const isAlone = put.length >= minDiscriminationAttempts && compared.length === 0;
        expect(discrimination).toBe(isAlone ? 'alone' : 'few');
        continue;
      }
      const [xs, ys] = [compared.map(pointsOf), compared.map((marks) => restOf(marks, id).share)];
      const isSame = (values: readonly number[]) => values.every((value) => Math.abs(value - (values[0] ?? 0)) < 1e-12);
      if (isSame(xs) || isSame(ys)) expect(discrimination).toBe('equal');
      else expect(discrimination).toBeCloseTo(correlationOf(xs, ys), 6);
    }
  });
  fc.assert(property);
});

/** Returns attempts at two questions: of each, whether it was answered correctly. */
const attemptsAt = (pairs: readonly (readonly [boolean, boolean])[]) =>
  pairs.map(([a, b]): Mark[] => [
    ['a', a, a ? 1 : 0],
    ['b', b, b ? 0.3 : 0],
  ]);
const repeat = <T>(count: number, item: T) => Array.from({ length: count }, () => item);

test.each([
  ['the same attempts solve both', [...repeat(10, [true, true] as const), ...repeat(10, [false, false] as const)], 1],
  ['the others solve it', [...repeat(10, [true, false] as const), ...repeat(10, [false, true] as const)], -1],
  ['there are too few attempts', [...repeat(18, [true, true] as const), [false, false] as const], 'few'],
  [
    'all attempts have its points',
    [...repeat(10, [true, true] as const), ...repeat(10, [true, false] as const)],
    'equal',
  ],
  [
    'all attempts have the same rest',
    [...repeat(10, [true, true] as const), ...repeat(10, [false, true] as const)],
    'equal',
  ],
])('the discrimination of a question when %s', (_when, pairs, expected) => {
  const [first] = analyze(attemptsAt(pairs));
  if (typeof expected === 'number') expect(first?.discrimination).toBeCloseTo(expected, 9);
  else expect(first?.discrimination).toBe(expected);
});

test('the only question has a difficulty only, and deleted questions do not count', () => {
  const marks: Mark[] = [
    ['a', false, 0.5],
    ['deleted', true, 1],
  ];
  expect(analyze(repeat(30, marks), [{ id: 'a', points: 1 }])).toEqual([
    { id: 'a', attempts: 30, difficulty: 0.5, discrimination: 'alone' },
  ]);
});

test('sums of fractions that are equal have no discrimination', () => {
  const of = ['a', 'b', 'c', 'd'].map((id) => ({ id, points: 0.3 }));
  const marks = (b: number, c: number, at: number): Mark[] => [
    ['a', false, at % 2 === 0 ? 0 : 0.3],
    ['b', false, b],
    ['c', false, c],
  ];
  const attempts = Array.from({ length: 40 }, (_, at) => (at % 3 === 0 ? marks(0.1, 0.2, at) : marks(0.3, 0, at)));
  expect(analyze(attempts, of)[0]?.discrimination).toBe('equal');
});
