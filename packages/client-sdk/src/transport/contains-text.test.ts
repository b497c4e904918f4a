import { expect, test } from 'vitest';
import { containsText } from './contains-text.js';

const key = `ask_${'k'.repeat(40)}`;
const circular: { self?: object; note?: string } = {};
circular.self = circular;
const hidden = Object.defineProperty({}, 'hidden', { value: `Key ${key}` });
const unread = {
  get key(): string {
    throw new Error('A getter was called.');
  },
};

test.each<[string, unknown]>([
  ['a string', `The key is ${key}.`],
  ['an array', [[key]]],
  ['the name of a property', { [key]: 1 }],
  ['a property that is not enumerable', hidden],
  ['a symbol', { [Symbol(key)]: 1 }],
  ['a message', new Error(key)],
  ['a cause', new Error('Failed.', { cause: { headers: { key } } })],
  ['headers', { request: new Request('http://127.0.0.1/', { headers: { 'x-api-key': key } }) }],
  ['a map', new Map([[1, new Set([key])]])],
  ['a function', Object.assign(() => {}, { key })],
  ['an object next to a circular one', [circular, { key }]],
])('finds a text in %s', (_what, value) => {
  expect(containsText(value, key)).toBe(true);
});

test.each<[string, unknown]>([
  ['an error without it', new TypeError('fetch failed', { cause: new Error('other') })],
  ['a circular object', circular],
  ['bytes', new TextEncoder().encode(key)],
  ['nothing', undefined],
  ['a getter', unread],
])('does not find it in %s', (_what, value) => {
  expect(containsText(value, key)).toBe(false);
});
