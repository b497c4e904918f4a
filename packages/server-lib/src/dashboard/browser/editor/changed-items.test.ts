import { expect, test } from 'vitest';
import type { JsonObject } from '../../../base/validation/json-value.js';
import { changedItems } from './changed-items.js';

const name = { id: 'f1', type: 'short_text', label: 'Name' };
const age = { id: 'f2', type: 'number', label: 'Age' };
const form = (more: JsonObject = {}): JsonObject => ({
  form: { title: 'Contact', description: null, layout: 'pages', fields: [name, age], ...more },
  results: null,
});

test('changed texts and fields are shown in place', () => {
  const changed = { ...age, label: 'Your age' };
  expect(changedItems('form', form(), form({ fields: [name, changed] }))).toEqual({
    texts: [],
    items: [{ at: 1, definition: changed }],
  });
  expect(changedItems('form', form(), form({ title: 'Contacts' }))).toEqual({
    texts: [['title', 'Contacts']],
    items: [],
  });
});

const described = (kind: 'form' | 'quiz', description: string): JsonObject => ({ [kind]: { title: 'A', description } });
const isInPlace = (kind: 'form' | 'quiz', before: string, after: string) =>
  changedItems(kind, described(kind, before), described(kind, after)) !== undefined;

test('a description is changed in place if it has no marks, lines and lists before and after', () => {
  expect(isInPlace('form', 'Soon.', 'Very soon (2 - 3 days).')).toBe(true);
  for (const marked of ['*Soon*', 'A\n\nB', 'A\nB', '- A', '1. A', '[A](https://example.com)', '`A`', '\\*']) {
    expect([marked, isInPlace('form', 'A', marked)]).toEqual([marked, false]);
    expect([marked, isInPlace('form', marked, 'A')]).toEqual([marked, false]);
  }
  expect(isInPlace('quiz', 'About $x$', 'All about $x$')).toBe(false);
});

test.each([
  ['a field is added', { fields: [name, age, { ...name, id: 'f3' }] }],
  ['fields are moved', { fields: [age, name] }],
  ['the type of a field differs', { fields: [{ ...name, type: 'email' }, age] }],
  ['a text appears', { description: 'Please answer' }],
  ['another member differs', { layout: 'steps' }],
])('all is shown again if %s', (_name, more) => {
  expect(changedItems('form', form(), form(more))).toBeUndefined();
});

test('polls are shown again', () => {
  expect(changedItems('poll', { poll: { title: 'A' } }, { poll: { title: 'B' } })).toBeUndefined();
});
