import { expect, test } from 'vitest';
import { allowedPart, isMemberAllowed, isTypeAllowed } from './allowed-parts.js';
import { partFor } from './edited-part.js';
import { publishActions } from './publish-actions.js';

const allowed = { can: ['edit'], types: ['short_text', 'email'], locked: { locale: 'de' }, hidden: ['description'] };
const draft = { title: 'Feedback', fields: [{ id: 'f1', type: 'rating', label: 'Rate us' }] };

const partOf = (item?: string) => {
  const part = partFor('form', draft, 'edit', item);
  if (!part) throw new Error('The part does not exist.');
  return allowedPart(part, draft, allowed);
};

test('hidden and locked members are not offered', () => {
  expect(isMemberAllowed(allowed, 'locale')).toBe(false);
  expect(isMemberAllowed(allowed, 'title')).toBe(true);
  expect(partOf().members.map(({ name }) => name)).toEqual(['title', 'welcome']);
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

test('changes cannot be published without the permission', () => {
  const actionsFor = (can: readonly string[]) =>
    publishActions({ kind: 'form', id: 'form_x', shown: { status: 'draft' } }, { isChanged: true }, undefined, {
      ...allowed,
      can,
    }).markup;
  expect(actionsFor(['edit'])).not.toContain('value="publish"');
  expect(actionsFor(['edit'])).toContain('value="discard"');
  expect(actionsFor(['edit', 'publish'])).toContain('value="publish"');
});
