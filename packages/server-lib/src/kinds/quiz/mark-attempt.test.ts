import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { QuestionKeys } from '../../shared/contract/quiz-types.js';
import type { QuestionAnswer, QuestionType } from '../../shared/contract/resources.js';
import type { TypedKey } from './answer-key.js';
import { markAttempt, markQuestion, scoreOf } from './mark-attempt.js';
import type { QuizOwn, StoredQuestion } from './stored-quiz.js';

const ids = ['o1', 'o2', 'o3', 'o4'];
const options = ids.map((id) => ({ id, label: id, image_url: null }));
const targets = ['t1', 't2', 't3', 't4'].map((id) => ({ id, label: id, image_url: null }));

type Weights = Partial<Pick<StoredQuestion, 'points' | 'penalty' | 'partial' | 'case_sensitive'>>;

function question(keyed: TypedKey, weights: Weights = {}, id = 'q1'): StoredQuestion {
  return {
    id,
    prompt: 'What?',
    image_url: null,
    options,
    targets,
    explanation: null,
    case_sensitive: false,
    points: 1,
    penalty: 0,
    partial: false,
    next: { option: 5, target: 5 },
    ...weights,
    ...keyed,
  };
}

const own: QuizOwn = {
  questions: [],
  pass_percentage: 60,
  time_limit_seconds: null,
  max_attempts: null,
  reveal: 'answers',
  draw: null,
  next: 1,
  shuffle_questions: false,
  shuffle_options: false,
  bands: [
    { min_percentage: 50, title: 'Fair', message: null },
    { min_percentage: 0, title: 'Novice', message: 'Try again' },
    { min_percentage: 90, title: 'Expert', message: null },
  ],
};

describe('marks a question', () => {
  test.each<[string, TypedKey, QuestionAnswer, boolean]>([
    ['single, right', { type: 'single', answer: 'o2' }, 'o2', true],
    ['single, wrong', { type: 'single', answer: 'o2' }, 'o1', false],
    ['multiple, in any order', { type: 'multiple', answer: ['o1', 'o3'] }, ['o3', 'o1'], true],
    ['multiple, one missing', { type: 'multiple', answer: ['o1', 'o3'] }, ['o1'], false],
    ['multiple, one too many', { type: 'multiple', answer: ['o1', 'o3'] }, ['o1', 'o2', 'o3'], false],
    ['boolean, right', { type: 'boolean', answer: false }, false, true],
    ['boolean, wrong', { type: 'boolean', answer: false }, true, false],
    ['text, with other case and spaces', { type: 'text', answer: ['Paris', 'Lutetia'] }, ' lutetia ', true],
    ['text, full width', { type: 'text', answer: ['H2O'] }, 'Ｈ２Ｏ', true],
    ['text, wrong', { type: 'text', answer: ['Paris'] }, 'London', false],
    ['number, at the tolerance', { type: 'number', answer: { value: 0.3, tolerance: 0.1 } }, 0.4, true],
    ['number, above the tolerance', { type: 'number', answer: { value: 0.3, tolerance: 0.1 } }, 0.400001, false],
    ['number, exact', { type: 'number', answer: { value: 42, tolerance: 0 } }, 42, true],
    ['order, right', { type: 'order', answer: ids }, ids, true],
    ['order, incomplete', { type: 'order', answer: ids }, ids.slice(0, 3), false],
    ['match, right', { type: 'match', answer: { o1: 't1', o2: 't1' } }, { o2: 't1', o1: 't1' }, true],
    ['match, one missing', { type: 'match', answer: { o1: 't1', o2: 't2' } }, { o1: 't1' }, false],
  ])('marks a question: %s', (_name, keyed, answer, correct) => {
    expect(markQuestion(question(keyed, { points: 3 }), answer)).toEqual({ correct, points: correct ? 3 : 0 });
  });

  test('compares the case of texts only with case_sensitive', () => {
    const exact = question({ type: 'text', answer: ['pH'] }, { case_sensitive: true });
    expect(markQuestion(exact, ' pH').correct).toBe(true);
    expect(markQuestion(exact, 'PH').correct).toBe(false);
  });

  test.each<[string, TypedKey, QuestionAnswer, number]>([
    ['multiple: correct minus wrong', { type: 'multiple', answer: ['o1', 'o2', 'o3'] }, ['o1', 'o2', 'o4'], 2],
    ['multiple: two of three', { type: 'multiple', answer: ['o1', 'o2', 'o3'] }, ['o1', 'o2'], 4],
    ['order: two places of four', { type: 'order', answer: ids }, ['o1', 'o3', 'o2', 'o4'], 3],
    ['match: one of two', { type: 'match', answer: { o1: 't1', o2: 't2' } }, { o1: 't1', o2: 't1' }, 3],
  ])('gives partial points: %s', (_name, keyed, answer, points) => {
    expect(markQuestion(question(keyed, { points: 6, partial: true, penalty: 1 }), answer)).toEqual({
      correct: false,
      points,
    });
  });

  test('the penalty is subtracted for a wrong answer, but not for a missing one', () => {
    const several = question({ type: 'multiple', answer: ['o1', 'o2'] }, { partial: true, penalty: 2 });
    expect(markQuestion(several, ['o1', 'o3'])).toEqual({ correct: false, points: -2 });
    expect(markQuestion(several, undefined)).toEqual({ correct: false, points: 0 });
    expect(markQuestion(question({ type: 'single', answer: 'o1' }, { penalty: 0.25 }), 'o2').points).toBe(-0.25);
  });
});

describe('marks an attempt', () => {
  test('the total is never below 0', () => {
    const hard = [
      question({ type: 'single', answer: 'o1' }, { penalty: 5 }, 'q1'),
      question({ type: 'boolean', answer: true }, { points: 2 }, 'q2'),
    ];
    expect(markAttempt(hard, { q1: 'o2', q2: true }, 7)).toEqual({
      score: 0,
      max: 3,
      questions: [
        ['q1', false, -5],
        ['q2', true, 2],
      ],
      at: 7,
    });
  });

  test('three thirds of a point add up to one point', () => {
    const keyed: TypedKey = { type: 'multiple', answer: ['o1', 'o2', 'o3'] };
    const thirds = ['a', 'b', 'c'].map((id) => question(keyed, { partial: true }, id));
    const marks = markAttempt(thirds, { a: ['o1'], b: ['o1'], c: ['o1'] }, 0);
    expect(marks.score).toBe(1);
    expect(marks.questions.map(([, , points]) => points)).toEqual([0.333333, 0.333333, 0.333333]);
  });

  test('ignores inherited member names as answers', () => {
    const odd = question({ type: 'single', answer: 'o1' }, { penalty: 1 }, 'constructor');
    expect(markAttempt([odd], {}, 0).questions).toEqual([['constructor', false, 0]]);
  });

  test('includes the bounds of percentage, pass and band', () => {
    expect(scoreOf(own, { score: 3, max: 5 })).toEqual({
      score: 3,
      max_score: 5,
      percentage: 60,
      passed: true,
      band: { min_percentage: 50, title: 'Fair', message: null },
    });
    expect(scoreOf(own, { score: 2.999999, max: 5 })).toMatchObject({ passed: false, band: { title: 'Fair' } });
    expect(scoreOf(own, { score: 9, max: 10 }).band?.title).toBe('Expert');
    expect(scoreOf(own, { score: 0, max: 0 })).toMatchObject({
      percentage: 0,
      passed: false,
      band: { title: 'Novice' },
    });
    expect(scoreOf({ ...own, pass_percentage: null, bands: [] }, { score: 1, max: 3 })).toEqual({
      score: 1,
      max_score: 3,
      percentage: 33.333333,
      passed: null,
      band: null,
    });
  });
});

/** A naive implementation of the documented rules. */
function naive(q: StoredQuestion, answer: QuestionAnswer | undefined): number {
  if (answer === undefined) return 0;
  const sorted = (list: string[]) => JSON.stringify([...list].sort());
  const clean = (text: string) => {
    const spaced = text.normalize('NFKC').trim().split(/\s+/).join(' ');
    return q.case_sensitive ? spaced : spaced.toLowerCase();
  };
  const part = (() => {
    switch (q.type) {
      case 'single':
      case 'boolean':
        return Number(q.answer === answer);
      case 'multiple': {
        if (!Array.isArray(answer)) return 0;
        if (!q.partial) return Number(sorted(q.answer) === sorted(answer));
        let balance = 0;
        for (const id of answer) balance += q.answer.includes(id) ? 1 : -1;
        return Math.max(0, balance) / q.answer.length;
      }
      case 'text':
        return Number(typeof answer === 'string' && q.answer.map(clean).includes(clean(answer)));
      case 'number':
        // The test uses integers, which binary numbers represent exactly.
        return Number(typeof answer === 'number' && Math.abs(answer - q.answer.value) <= q.answer.tolerance);
      case 'order': {
        if (!Array.isArray(answer)) return 0;
        let right = 0;
        for (let place = 0; place < q.answer.length; place++) if (q.answer[place] === answer[place]) right++;
        return q.partial ? right / q.answer.length : Number(right === q.answer.length);
      }
      case 'match': {
        if (typeof answer !== 'object' || Array.isArray(answer)) return 0;
        const pairs = Object.entries(q.answer);
        const right = pairs.filter(([left, target]) => answer[left] === target).length;
        return q.partial ? right / pairs.length : Number(right === pairs.length);
      }
    }
  })();
  return part > 0 ? part * q.points : -q.penalty;
}

const someIds = fc.subarray(ids, { minLength: 1 });
const anyOrder = fc.shuffledSubarray(ids, { minLength: 4 });
const words = fc.constantFrom('Paris', ' paris', 'PARIS ', 'New  York', 'new york', 'ｐａｒｉｓ', 'x');
const pairs = fc.record({
  o1: fc.constantFrom('t1', 't2'),
  o2: fc.constantFrom('t1', 't2'),
  o3: fc.constantFrom('t1'),
});
const keys: { [Type in QuestionType]: fc.Arbitrary<QuestionKeys[Type]> } = {
  single: fc.constantFrom(...ids),
  multiple: someIds,
  boolean: fc.boolean(),
  text: fc.array(words, { minLength: 1, maxLength: 3 }),
  number: fc.record({ value: fc.integer({ min: -9, max: 9 }), tolerance: fc.integer({ min: 0, max: 4 }) }),
  order: anyOrder,
  match: pairs,
};
const keyed: fc.Arbitrary<TypedKey> = fc.oneof(
  keys.single.map((answer) => ({ type: 'single' as const, answer })),
  keys.multiple.map((answer) => ({ type: 'multiple' as const, answer })),
  keys.boolean.map((answer) => ({ type: 'boolean' as const, answer })),
  keys.text.map((answer) => ({ type: 'text' as const, answer })),
  keys.number.map((answer) => ({ type: 'number' as const, answer })),
  keys.order.map((answer) => ({ type: 'order' as const, answer })),
  keys.match.map((answer) => ({ type: 'match' as const, answer })),
);
const anyAnswer: { [Type in QuestionType]: fc.Arbitrary<QuestionAnswer> } = {
  single: keys.single,
  multiple: someIds,
  boolean: fc.boolean(),
  text: words,
  number: fc.integer({ min: -14, max: 14 }),
  order: fc.shuffledSubarray(ids, { minLength: 1 }),
  match: pairs,
};
const weights = fc.record({
  points: fc.integer({ min: 0, max: 12 }).map((quarters) => quarters / 4),
  penalty: fc.integer({ min: 0, max: 8 }).map((quarters) => quarters / 4),
  partial: fc.boolean(),
  case_sensitive: fc.boolean(),
});
const answered = fc
  .tuple(keyed, weights)
  .chain(([key, weight]) =>
    fc.tuple(fc.constant(question(key, weight)), fc.option(anyAnswer[key.type], { nil: undefined })),
  );

test('matches a naive implementation of the rules', () => {
  fc.assert(
    fc.property(fc.array(answered, { maxLength: 12 }), (list) => {
      const questions = list.map(([q], at): StoredQuestion => ({ ...q, id: `q${at}` }));
      const given = list.flatMap(([, answer], at) => (answer === undefined ? [] : [[`q${at}`, answer] as const]));
      const marks = markAttempt(questions, Object.fromEntries(given), 0);
      const expected = list.map(([q, answer]) => naive(q, answer));
      marks.questions.forEach(([, correct, points], at) => {
        expect(points).toBeCloseTo(expected[at] ?? Number.NaN, 5);
        const [q, answer] = list[at] ?? [];
        const isFull =
          q && answer !== undefined && naive({ ...q, points: 1, penalty: 1, partial: false }, answer) === 1;
        expect(correct).toBe(isFull === true);
      });
      expect(marks.score).toBeCloseTo(
        Math.max(
          0,
          expected.reduce((sum, points) => sum + points, 0),
        ),
        5,
      );
      expect(marks.max).toBeCloseTo(
        questions.reduce((sum, q) => sum + q.points, 0),
        5,
      );
    }),
    { numRuns: 400 },
  );
});
