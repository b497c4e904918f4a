import { expect, test } from 'vitest';
import { placeholderNamer } from './placeholder-names.js';
import { escapeMarks } from './rich-text.js';

const form = {
  fields: [
    { id: 'name', label: '**Your**\nname' },
    { id: 'pet', label: 'The pet of {{name|you}}' },
    { id: 'plan', label: '' },
    { id: 'long', label: 'x'.repeat(500) },
    { id: 'total', label: 'A field' },
    { id: 'size', label: '5*3*2' },
  ],
  variables: [{ id: 'score' }, { id: 'total' }],
};
const name = placeholderNamer(form);

test.each([
  ['Hello {{name|friend}}!', 'Hello ‹Your name›!'],
  ['{{ name }}{{score}}', '‹Your name›‹score›'],
  ['How old is {{pet}}?', 'How old is ‹The pet of you›?'],
  ['{{plan}}', '‹plan›'],
  ['{{long}}', `‹${'x'.repeat(39)}…›`],
  ['{{total}}', '‹A field›'],
])('names what the placeholders of %j refer to', (text, expected) => {
  expect(name(text)).toBe(expected);
});

test.each(['', 'No placeholders', '{{unknown}}', '{{unknown|x}}', '{{name'])(
  'leaves %j as it is, as for visitors',
  (text) => {
    expect(name(text)).toBe(text);
  },
);

test('escapes names for texts that are parsed later', () => {
  expect(placeholderNamer(form, escapeMarks)('*Is it {{size}}?*')).toBe('*Is it ‹5\\*3\\*2›?*');
});
