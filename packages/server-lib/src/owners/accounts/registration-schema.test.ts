import { expect, test } from 'vitest';
import { check } from '../../base/validation/check.js';
import { foldEmail, registrationSchema } from './registration-schema.js';

const valid = { name: 'Owner', email: 'owner@example.com', password: 'correct horse' };
const checkWith = (changes: object) => check(registrationSchema, { ...valid, ...changes });

test('trims the name and the email', () => {
  expect(checkWith({ name: '  Owner ', email: ' Owner@Example.com ' })).toEqual({
    name: 'Owner',
    email: 'Owner@Example.com',
    password: 'correct horse',
  });
});

test.each([
  ['name', '', 'Required.'],
  ['name', 'x'.repeat(101), 'Must have at most 100 characters.'],
  ['name', 'a\0', 'Contains characters that are not allowed (NUL or unpaired surrogates).'],
  ['email', '', 'Required.'],
  ['email', 'owner', 'Must be an email address like name@example.com.'],
  ['email', 'owner@', 'Must be an email address like name@example.com.'],
  ['email', 'a b@example.com', 'Must be an email address like name@example.com.'],
  ['email', 'owner@example.com,other@example.com', 'Must be an email address like name@example.com.'],
  ['email', `${'a'.repeat(250)}@b.de`, 'Must have at most 254 characters.'],
  ['password', '1234567', 'Must have at least 8 characters.'],
  ['password', '😀'.repeat(7), 'Must have at least 8 characters.'],
  ['password', 'x'.repeat(201), 'Must have at most 200 characters.'],
  ['password', 'correct\0horse', 'Contains characters that are not allowed'],
  ['password', 'correct\ud800horse', 'Contains characters that are not allowed'],
])('rejects the %s %j: %s', (member, value, message) => {
  expect(() => checkWith({ [member]: value })).toThrow(
    expect.objectContaining({ errors: { [member]: [expect.stringContaining(message)] } }),
  );
});

test.each(['        ', ' spaces at the ends ', '😀'.repeat(8), 'x'.repeat(200)])(
  'does not change the password %j',
  (password) => {
    expect(checkWith({ password }).password).toBe(password);
  },
);

test('rejects unknown fields', () => {
  expect(() => checkWith({ id: 1 })).toThrow(expect.objectContaining({ errors: { id: ['Unknown field.'] } }));
});

test('foldEmail removes differences in case and surrounding spaces', () => {
  expect(foldEmail(' Owner@EXAMPLE.com ')).toBe('owner@example.com');
});
