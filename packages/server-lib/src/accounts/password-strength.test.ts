import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.js';
import { findPasswordWeakness } from './password-strength.js';

const owner = { name: 'Olive Twist-Miller', email: 'olive.twist82@stage-left.example' };

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
])('%j is too common', (password) => {
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
  'olive.twist82@stage-left.example',
  'stage-left.example',
  'StageLeft1',
])('%j is a part of the name or email', (password) => {
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
])('%j passes', (password) => {
  expect(findPasswordWeakness(password, owner)).toBeUndefined();
});

test('a name or email of digits or signs alone stands for nothing else', () => {
  const odd = { name: '…', email: '12345@example.com' };
  expect(findPasswordWeakness('98723461', odd)).toBeUndefined();
  expect(findPasswordWeakness('12345 and more', odd)).toBeUndefined();
});

test('the list is folded', () => {
  expect(commonPasswords.size).toBeGreaterThan(500);
  for (const password of commonPasswords) expect(password).toBe(password.normalize('NFKC').toLowerCase());
});
