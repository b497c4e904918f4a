import { expect, test } from 'vitest';
import { createLocalizer } from '../../base/localizer.js';
import type { PublicQuestion, QuestionAnswer, RevealedQuestion } from '../contract/resources.js';
import type { ReviewPart, Text } from './results/blocks.js';
import { reviewParts } from './review-parts.js';

const listed = (prefix: string, labels: readonly string[]) =>
  labels.map((label, at) => ({ id: `${prefix}${at + 1}`, label, image_url: null }));

const question = (type: PublicQuestion['type']): PublicQuestion => ({
  id: 'q1',
  type,
  prompt: 'Which?',
  image_url: null,
  options: listed('o', ['Ash', 'Oak', 'Elm']),
  targets: listed('t', ['Red', 'Green']),
});

function plain(text: Text): string {
  if (typeof text === 'string') return text;
  return 'author' in text ? text.author : text.map(plain).join('');
}

const shown = ({ label, verdict, note, correction }: ReviewPart) =>
  [plain(label), verdict, note, ...(correction ? [plain(correction)] : [])].join(' | ');

const { texts } = createLocalizer(null);

/** Returns the parts of a question as texts. */
function partsOf(
  type: PublicQuestion['type'],
  own: QuestionAnswer | undefined,
  solution: RevealedQuestion['answer'],
  isCorrect = false,
): string[] {
  return reviewParts(question(type), own, solution, isCorrect, texts).map(shown);
}

test('each option of a choice says whether it was chosen, and whether it is correct', () => {
  expect(partsOf('single', 'o1', 'o2')).toEqual([
    'Ash | incorrect | Your answer · Incorrect',
    'Oak | correct | Correct answer',
    'Elm |  | ',
  ]);
  expect(partsOf('multiple', ['o1', 'o3'], ['o3', 'o2'])).toEqual([
    'Ash | incorrect | Your answer · Incorrect',
    'Oak | correct | Correct answer',
    'Elm | correct | Your answer · Correct',
  ]);
  expect(partsOf('boolean', true, false)).toEqual([
    'True | incorrect | Your answer · Incorrect',
    'False | correct | Correct answer',
  ]);
  expect(partsOf('single', undefined, 'o2')[1]).toBe('Oak | correct | Correct answer');
});

test('without the solution, a verdict is shown only where it follows from the verdict of the question', () => {
  expect(partsOf('single', 'o1', null)).toEqual([
    'Ash | incorrect | Your answer · Incorrect',
    'Oak |  | ',
    'Elm |  | ',
  ]);
  expect(partsOf('multiple', ['o1'], null)[0]).toBe('Ash |  | Your answer');
  expect(partsOf('multiple', ['o1'], null, true)[0]).toBe('Ash | correct | Your answer · Correct');
  expect(partsOf('order', ['o1', 'o2', 'o3'], null)).toEqual(['Ash |  | ', 'Oak |  | ', 'Elm |  | ']);
  expect(partsOf('match', { o1: 't1' }, null)).toEqual(['Ash: Red |  | ']);
  expect(partsOf('single', undefined, null)).toEqual([]);
});

test('each pair has its verdict, and what would have been correct', () => {
  expect(partsOf('match', { o1: 't1', o2: 't1' }, { o1: 't1', o2: 't2', o3: 't2' })).toEqual([
    'Ash: Red | correct | Correct',
    'Oak: Red | incorrect | Incorrect | Correct answer: Green',
    'Elm: – | incorrect | Not answered | Correct answer: Green',
  ]);
});

test('each place of an order has its verdict', () => {
  expect(partsOf('order', ['o1', 'o3', 'o2'], ['o1', 'o2', 'o3'])).toEqual([
    'Ash | correct | Correct',
    'Elm | incorrect | Incorrect',
    'Oak | incorrect | Incorrect',
  ]);
});

test('a text and a number have no parts', () => {
  expect(partsOf('text', 'Paris', ['Rome'])).toEqual([]);
  expect(partsOf('number', 3, { value: 4, tolerance: 0 })).toEqual([]);
});
