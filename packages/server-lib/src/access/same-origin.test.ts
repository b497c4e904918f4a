import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.js';

const own = 'https://example.com';

test.each([
  ['no browser', {}, true],
  ['our own page', { 'sec-fetch-site': 'same-origin' }, true],
  ['typed or bookmarked', { 'sec-fetch-site': 'none' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['a sibling below the same domain', { 'sec-fetch-site': 'same-site' }, false],
  ['a word of tomorrow', { 'sec-fetch-site': 'near' }, false],
  ['an empty word', { 'sec-fetch-site': '' }, false],
  ['another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: own }, false],
  ['an older browser on our page', { origin: own }, true],
  ['an older browser elsewhere', { origin: 'https://evil.example' }, false],
  ['our host without https', { origin: 'http://example.com' }, false],
  ['our host at another port', { origin: 'https://example.com:8443' }, false],
  ['a page without an origin', { origin: 'null' }, false],
  ['a host that the sender wrote', { origin: 'https://evil.example', host: 'evil.example' }, false],
])('%s: %j is %j', (_what, headers, expected) => {
  const given = new Headers(Object.entries(headers));
  expect(isSameOrigin({ header: (name) => given.get(name) ?? undefined }, own)).toBe(expected);
});

test('where no origin is configured, none is ours', () => {
  expect(isSameOrigin({ header: (name) => (name === 'origin' ? own : undefined) }, undefined)).toBe(false);
});
