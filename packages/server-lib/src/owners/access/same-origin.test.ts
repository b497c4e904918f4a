import { expect, test } from 'vitest';
import { getsFetchSite, isSameOrigin } from './same-origin.js';

const own = 'https://example.com';

test.each([
  ['a client without either header', {}, true],
  ['the own origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['a typed or bookmarked URL', { 'sec-fetch-site': 'none' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['another subdomain of the same site', { 'sec-fetch-site': 'same-site' }, false],
  ['an unknown value', { 'sec-fetch-site': 'near' }, false],
  ['an empty value', { 'sec-fetch-site': '' }, false],
  ['another site with the own origin', { 'sec-fetch-site': 'cross-site', origin: own }, false],
  ['an older browser with the own origin', { origin: own }, true],
  ['an older browser with another origin', { origin: 'https://evil.example' }, false],
  ['the own host over HTTP', { origin: 'http://example.com' }, false],
  ['the own host with another port', { origin: 'https://example.com:8443' }, false],
  ['an opaque origin', { origin: 'null' }, false],
  ['another origin with a matching Host', { origin: 'https://evil.example', host: 'evil.example' }, false],
])('%s: %j is %j', (_case, headers, expected) => {
  const requestHeaders = new Headers(Object.entries(headers));
  expect(isSameOrigin({ header: (name) => requestHeaders.get(name) ?? undefined }, own)).toBe(expected);
});

test('no origin counts as the same origin if no origin is configured', () => {
  expect(isSameOrigin({ header: (name) => (name === 'origin' ? own : undefined) }, undefined)).toBe(false);
});

test.each([
  ['https://example.com', true],
  ['http://localhost:3000', true],
  ['http://app.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://example.com', false],
  ['http://localhost.example', false],
  ['http://127.example', false],
  ['http://10.0.0.5:3000', false],
  [undefined, false],
])('browsers send Sec-Fetch-Site to %s: %s', (origin, expected) => {
  expect(getsFetchSite(origin)).toBe(expected);
});
