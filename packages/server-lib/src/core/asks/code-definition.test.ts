import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestOf, isDefinitionKey, namedParts, renamedParts, toDefinitionJson } from './code-definition.js';

const complete = {
  title: 'Trip',
  description: null,
  fields: [
    {
      id: 'room',
      label: 'Room',
      options: [
        { id: 'sea', label: 'Sea view' },
        { id: 'o1', label: 'Garden' },
      ],
    },
    { id: 'f1', label: 'Why?', show_if: { all: [{ field: 'room', equals: 'sea' }] } },
  ],
};
const given = {
  title: 'Trip',
  fields: [
    { id: 'room', label: 'Room', options: [{ id: 'sea', label: 'Sea view' }, 'Garden'] },
    { label: 'Why?', show_if: { all: [{ field: 'room', equals: 'sea' }] } },
  ],
};

describe('a definition in code', () => {
  test('a definition in code has its members, and the texts of parts without an ID', () => {
    expect(namedParts(given, complete)).toEqual({
      members: ['title', 'fields'],
      texts: { 'fields.room.options.o1': 'Garden', 'fields.f1': 'Why?' },
    });
  });

  test('a part without an ID is renamed if its text differs from the text in the previous definition', () => {
    const named = namedParts(given, complete);
    const [room, why] = complete.fields;
    const next = { ...complete, fields: [room, { ...why, label: 'How?' }] };
    const code = { ...given, fields: [given.fields[0] ?? null, { label: 'How?' }] };
    expect(renamedParts(toDefinitionJson(code), toDefinitionJson(next), complete, named)).toMatchObject([
      { path: 'fields.1', idPath: 'fields.f1', id: 'f1', before: 'Why?', text: 'How?' },
    ]);
    // The owner has renamed the field, but the code has not.
    expect(renamedParts(given, complete, toDefinitionJson(next), named)).toEqual([]);
  });

  test('a part with an explicit ID is never renamed', () => {
    const named = namedParts(given, complete);
    const next = toDefinitionJson({
      ...complete,
      fields: complete.fields.map((field) => ({ ...field, label: 'New' })),
    });
    expect(renamedParts(next, next, complete, named)).toEqual([]);
  });

  test('the digest of a definition depends on its values, not on the order of its members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (definition, name) => {
        const json = toDefinitionJson(definition);
        const reversed = Object.fromEntries(Object.entries(json).reverse());
        expect(digestOf(reversed)).toBe(digestOf(json));
        const changed = toDefinitionJson({ ...definition, [name]: { changed: definition[name] ?? null } });
        expect(digestOf(changed)).not.toBe(digestOf(json));
        expect(digestOf(toDefinitionJson({ absent: undefined, ...definition }))).toBe(digestOf(json));
      }),
    );
  });
});

test.each([
  ['onboarding', true],
  ['x'.repeat(255), true],
  ['', false],
  ['x'.repeat(256), false],
  ['a\0', false],
  ['\ud800', false],
  [1, false],
  [undefined, false],
])('%j can be a key: %s', (key, isKey) => {
  expect(isDefinitionKey(key)).toBe(isKey);
});
