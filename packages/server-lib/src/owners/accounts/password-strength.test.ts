import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.js';
import { findPasswordWeakness } from './password-strength.js';

const owner = { name: 'Olive Twist-Miller', email: 'olive.twist82@garden-gate.example' };

test.each([
  'password',
  'PassWord',
  'Password2024',
  'passw0rd',
  '12345678',
  '0987654321',
  'qwertyuiop',
  'Qwerty123456',
  'iloveyou',
  'welcome1',
  'trustno1',
  'ＰＡＳＳＷＯＲＤ',
])('rejects the common password %j', (password) => {
  expect(findPasswordWeakness(password, owner)?.code).toBe('common_password');
});

test.each([
  'Olive Twist-Miller',
  'olivetwistmiller',
  'OLIVE.TWIST82',
  'olive-twist',
  'Olive123',
  'twist2024',
  'Miller99',
  'olive.twist82@garden-gate.example',
  'garden-gate.example',
  'GardenGate1',
])('rejects %j as a part of the name or email', (password) => {
  expect(findPasswordWeakness(password, owner)?.code).toBe('password_like_owner');
});

test.each([
  'correct horse battery',
  'olive trees in march',
  'password of the day',
  'my qwerty keyboard',
  '48151623',
  'twist and shout',
  '82828282',
])('accepts %j', (password) => {
  expect(findPasswordWeakness(password, owner)).toBeUndefined();
});

test('ignores a name or email that consists of digits or punctuation only', () => {
  const unusualOwner = { name: '…', email: '12345@example.com' };
  expect(findPasswordWeakness('98723461', unusualOwner)).toBeUndefined();
  expect(findPasswordWeakness('12345 and more', unusualOwner)).toBeUndefined();
});

test('the common passwords are normalized and in lower case', () => {
  expect(commonPasswords.size).toBeGreaterThan(500);
  for (const password of commonPasswords) expect(password).toBe(password.normalize('NFKC').toLowerCase());
});
