import { expect, test } from 'vitest';
import { allowedPart, isMemberAllowed, isTypeAllowed } from './allowed-parts.js';
import { partFor } from './edited-part.js';

const allowed = { types: ['short_text', 'email'], locked: { locale: 'de' }, hidden: ['description'] };
const draft = { title: 'Feedback', fields: [{ id: 'f1', type: 'rating', label: 'Rate us' }] };

const partOf = (item?: string) => {
  const part = partFor('form', draft, 'edit', item);
  if (!part) throw new Error('The part does not exist.');
  return allowedPart(part, draft, allowed);
};

test('hidden and locked members are not offered', () => {
  expect(isMemberAllowed(allowed, 'locale')).toBe(false);
  expect(isMemberAllowed(allowed, 'title')).toBe(true);
  expect(partOf().members.map(({ name }) => name)).toEqual(['title']);
});

test('a field keeps its type, and can get the allowed ones', () => {
  const type = partOf('f1').members.find(({ name }) => name === 'type');
  expect(type?.control).toMatchObject({ values: expect.arrayContaining(['short_text', 'email', 'rating']) });
  expect(type?.control).not.toMatchObject({ values: expect.arrayContaining(['long_text']) });
  expect(isTypeAllowed(allowed, 'rating')).toBe(false);
});

test('everything is allowed without limits', () => {
  expect(isTypeAllowed({ ...allowed, types: null }, 'rating')).toBe(true);
  expect(isMemberAllowed(undefined, 'locale')).toBe(true);
});
