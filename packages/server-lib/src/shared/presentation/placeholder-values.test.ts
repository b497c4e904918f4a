import { expect, test } from 'vitest';
import { createLocalizer } from '../../base/localizer.js';
import { placeholderFiller } from './placeholder-values.js';

const options = [
  { id: 'o1', label: 'Tea' },
  { id: 'o2', label: 'Coffee' },
  { id: 'o3', label: '{{text}}, please' },
  { id: 'o4', label: '*Green* [tea](https://example.com) for {{text}}' },
];
const fields = [
  { id: 'text', type: 'short_text' },
  { id: 'amount', type: 'number' },
  { id: 'day', type: 'date' },
  { id: 'hour', type: 'time' },
  { id: 'drink', type: 'single_choice', options },
  { id: 'drinks', type: 'multiple_choice', options },
  {
    id: 'cells',
    type: 'matrix',
    options,
    rows: [
      { id: 'r1', label: 'Morning' },
      { id: 'r2', label: 'Evening' },
    ],
  },
  { id: 'ok', type: 'consent' },
  { id: 'loop', type: 'single_choice', options: [{ id: 'o1', label: '{{loop}} {{loop2}}' }] },
  { id: 'loop2', type: 'single_choice', options: [{ id: 'o1', label: '{{loop}}' }] },
  { id: 'constructor', type: 'short_text' },
];

function show(text: string, answers: Record<string, unknown>, locale = 'en', variables = {}): string {
  const { texts } = createLocalizer(locale);
  return placeholderFiller(fields, { answers, variables }, texts)(text).replace(/[\u2068\u2069]/g, '');
}

test.each([
  ['text', ' Ada ', 'Ada'],
  ['text', 'o1', 'o1'],
  ['amount', 1234.5678, '1,234.5678'],
  ['amount', 0, '0'],
  ['day', '2026-11-27', '27 November 2026'],
  ['day', 'soon', 'soon'],
  ['hour', '09:05', '09:05'],
  ['hour', '17:30:00', '17:30'],
  ['drink', 'o2', 'Coffee'],
  ['drink', { other: 'Water' }, 'Water'],
  ['drink', { other: 'o1' }, 'o1'],
  ['drinks', ['o2', { other: 'o1' }], 'Coffee and o1'],
  ['drinks', ['o1', 'o2', { other: 'Water' }], 'Tea, Coffee, and Water'],
  ['cells', { r2: 'o1', r1: 'o2' }, 'Evening: Tea and Morning: Coffee'],
  ['ok', true, 'Agreed'],
  ['ok', false, '…'],
  ['drinks', [], '…'],
  ['text', null, '…'],
])('shows %s %j as %j', (id, answer, expected) => {
  expect(show(`{{${id}}}`, { [id]: answer })).toBe(expected);
});

test('formats values in the language of the visitor', () => {
  expect(show('{{amount}}, {{day}}', { amount: 1234.5, day: '2026-11-27' }, 'de')).toBe('1.234,5, 27. November 2026');
  expect(show('{{drinks}}', { drinks: ['o1', 'o2'] }, 'de')).toBe('Tea und Coffee');
});

test('shows variables', () => {
  const variables = { score: 12.25, grade: 'A' };
  expect(show('{{score}} {{grade}} {{unknown}}', {}, 'en', variables)).toBe('12.25 A {{unknown}}');
});

test('fills in the placeholders of options', () => {
  expect(show('{{drink}}', { drink: 'o3', text: 'Milk' })).toBe('Milk, please');
  expect(show('{{drink}}', { drink: 'o4', text: '*me*' })).toBe('Green tea for *me*');
  expect(show('{{loop}}', { loop: 'o1', loop2: 'o1' })).toBe('… …');
});

test('ignores members of the prototype', () => {
  expect(show('{{constructor}} {{toString}}', {})).toBe('… {{toString}}');
});
