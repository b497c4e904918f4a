import { expect, test } from 'vitest';
import { completeWebAddress } from './complete-web-address.js';

test.each([
  'linkedin.com/in/ada',
  'example.com',
  'www.example.co.uk?a=b',
  'example.com:8080/#top',
  'müller.example',
  '例え.テスト/道',
  'xn--mller-kva.example',
])('completes %s', (text) => {
  expect(completeWebAddress(text)).toBe(`https://${text}`);
  expect(URL.canParse(`https://${text}`)).toBe(true);
});

test.each([
  '',
  'example',
  '3.14',
  '127.0.0.1/x',
  'ada@example.com',
  'user:password@example.com',
  'https://example.com',
  'HTTP://EXAMPLE.COM',
  'ftp://example.com',
  'javascript:alert(1)',
  'example.com:alert(1)',
  'mailto:ada@example.com',
  'not an address.',
  'a..b',
  '.example',
  '//example.com',
])('leaves %j as it is', (text) => {
  expect(completeWebAddress(text)).toBe(text);
});
