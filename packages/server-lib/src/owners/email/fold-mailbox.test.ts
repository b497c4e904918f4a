import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldMailbox } from './fold-mailbox.js';

test.each([
  ['Ada@Example.NET', 'ada@example.net'],
  ['ada+news@example.net', 'ada@example.net'],
  ['ada+a+b@example.net.', 'ada@example.net'],
  [' a.da@example.net', 'a.da@example.net'],
  ['A.d.a+x@googlemail.com', 'ada@gmail.com'],
  ['ada@gmail.com', 'ada@gmail.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['+ada@example.net', '+ada@example.net'],
  ['+@example.net', '+@example.net'],
])('%s counts as %s', (address, folded) => {
  expect(foldMailbox(address)).toBe(folded);
});

test('folding again changes nothing', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(foldMailbox(foldMailbox(address))).toBe(foldMailbox(address));
    }),
  );
});

test('a tag never leads to another mailbox', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]{1,10}$/), fc.stringMatching(/^[a-z0-9+.]{0,10}$/), (name, tag) => {
      expect(foldMailbox(`${name}+${tag}@example.net`)).toBe(`${name}@example.net`);
    }),
  );
});
