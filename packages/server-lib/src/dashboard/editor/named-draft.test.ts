import { expect, test } from 'vitest';
import { namedDraft } from './named-draft.js';

const name = { id: 'name', type: 'short_text', label: 'Your name' };

test('the labels of fields, options and rows, and the titles of endings, have the names of fields', () => {
  const draft = {
    title: 'For {{name}}',
    fields: [
      name,
      { id: 'a', label: 'A for {{name}}', options: [{ id: 'o', label: 'O for {{name}}' }, 'plain'] },
      { id: 'b', label: 'B', rows: [{ id: 'r', label: 'R for {{name}}' }] },
    ],
    endings: [{ id: 'e', title: 'Bye, {{name}}' }],
  };
  expect(namedDraft(draft)).toEqual({
    title: 'For {{name}}',
    fields: [
      name,
      { id: 'a', label: 'A for ‹Your name›', options: [{ id: 'o', label: 'O for ‹Your name›' }, 'plain'] },
      { id: 'b', label: 'B', rows: [{ id: 'r', label: 'R for ‹Your name›' }] },
    ],
    endings: [{ id: 'e', title: 'Bye, ‹Your name›' }],
  });
});

test('a draft without placeholders is the same object', () => {
  const draft = { fields: [name, { id: 'a', label: 'A', options: [{ id: 'o', label: 'O' }] }] };
  expect(namedDraft(draft)).toBe(draft);
});
