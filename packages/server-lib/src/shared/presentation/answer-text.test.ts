import { expect, test } from 'vitest';
import { createLocalizer } from '../../base/localizer.js';
import type { PublicQuestion } from '../contract/resources.js';
import { languages } from '../messages/languages.js';
import { answerTexts } from './answer-text.js';

const question: PublicQuestion = {
  id: 'q1',
  type: 'boolean',
  prompt: 'Water is wet.',
  image_url: null,
  options: [],
  targets: [],
};
const answersIn = (language: string) =>
  [true, false].map((answer) => answerTexts(question, answer, createLocalizer(language).texts).values[0]);

test('answers to true or false questions are "True" and "False" in every language', () => {
  expect(answersIn('en')).toEqual(['True', 'False']);
  expect(answersIn('de')).toEqual(['Wahr', 'Falsch']);
  for (const language of languages) {
    const { texts, words } = createLocalizer(language);
    expect(answersIn(language), language).not.toEqual([words.translate('Yes'), words.translate('No')]);
    expect(answersIn(language), language).toEqual([texts('True'), texts('False')]);
  }
});
