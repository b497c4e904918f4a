import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.js';
import { signStart, verifyStart } from './start-token.js';

const secret = Buffer.from('a secret of enough characters, for tests');
const start = { pool: 3, issued: 1_769_850_307_004_213, nonce: new Uint8Array(16).fill(7) };

describe('a start token', () => {
  test('a start token can be verified and returns its start', () => {
    expect(verifyStart(secret, 'quiz', signStart(secret, 'quiz', start))).toEqual(start);
  });

  test('a start token is invalid for another quiz or secret', () => {
    const text = signStart(secret, 'quiz', start);
    expect(verifyStart(secret, 'quiz2', text)).toBeUndefined();
    expect(verifyStart(Buffer.from('another secret'), 'quiz', text)).toBeUndefined();
  });

  test('a start token is invalid after any change of a character', () => {
    const text = signStart(secret, 'quiz', start);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ';
    for (let at = 0; at < text.length; at++) {
      for (const other of alphabet) {
        if (other === text[at]) continue;
        expect(verifyStart(secret, 'quiz', text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
      }
      expect(verifyStart(secret, 'quiz', text.slice(0, at) + text.slice(at + 1))).toBeUndefined();
      expect(verifyStart(secret, 'quiz', `${text.slice(0, at)}A${text.slice(at)}`)).toBeUndefined();
    }
    expect(verifyStart(secret, 'quiz', `${text}=`)).toBeUndefined();
  });

  test('malformed input is not a start token', () => {
    fc.assert(fc.property(anyText(), (text) => verifyStart(secret, 'quiz', text) === undefined));
  });
});
