import { expect, test } from 'vitest';
import { maxNoteLength, maxTags } from './note-schema.js';
import { parseNote } from './parse-note.js';

const faultsOf = (fields: { tags: string; note: string }) => {
  try {
    return parseNote(fields);
  } catch (error) {
    return Object(error).issues.map(({ path, code }: { path: string; code: string }) => [path, code]);
  }
};

test('splits tags at commas and line breaks, and keeps the first of equal tags', () => {
  expect(parseNote({ tags: ' VIP , two  words\r\nvip,,\n', note: ' One\r\ntwo ' })).toEqual({
    tags: ['VIP', 'two words'],
    note: 'One\ntwo',
  });
});

test('a line break counts as one character', () => {
  expect(parseNote({ tags: '', note: 'x\r\n'.repeat(maxNoteLength / 2 - 1) }).note).toHaveLength(maxNoteLength - 3);
});

test('tags and notes have the same limits as in the API', () => {
  const many = Array.from({ length: maxTags + 1 }, (_, at) => `t${at}`).join();
  expect(faultsOf({ tags: many, note: '\0' })).toEqual([
    ['tags', 'too_many'],
    ['note', 'invalid_characters'],
  ]);
  const long = 'x'.repeat(41);
  expect(faultsOf({ tags: `a,${long},y${long}`, note: 'x'.repeat(maxNoteLength + 1) })).toEqual([
    ['tags', 'too_long'],
    ['note', 'too_long'],
  ]);
});
