import { expect, test } from 'vitest';
import { placeOfIssue } from './issue-place.js';

const quiz = { title: '', questions: [{ id: 'first', type: 'boolean', prompt: '', answer: true }] };

test('a fault of a title leads past the outline to the title, a fault of a list to the outline', () => {
  const places = ['title', 'questions', 'questions.0.prompt', 'opens_at'].map((path) =>
    placeOfIssue('quiz', quiz, path),
  );
  expect(places.map(({ tab, address }) => tab + address)).toEqual([
    'edit?item=#m-title',
    'edit',
    'edit?item=first#m-questions-0-prompt',
    'settings#m-opens_at',
  ]);
  expect(placeOfIssue('poll', { title: '' }, 'title')).toMatchObject({ tab: 'edit', address: '#m-title' });
});
