import { Agent } from 'undici';
import { afterEach, expect, test, vi } from 'vitest';
import { Askwell } from './index.js';

const key = `ask_${'a'.repeat(40)}`;
const baseUrl = 'https://example.com';
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test.each([
  ['missing', '', /apiKey` is missing/],
  ['cut short', 'ask_0123456789', /not an Askwell API key/],
  ['more than one line', `ask_${'a'.repeat(40)}\n`, /not an Askwell API key/],
])('a key that is %s is refused at once and not quoted', (_what, apiKey, message) => {
  vi.stubEnv('ASKWELL_API_KEY', undefined);
  expect(() => new Askwell({ apiKey, baseUrl })).toThrow(message);
  if (apiKey) expect(() => new Askwell({ apiKey, baseUrl })).not.toThrow(apiKey);
});

test.each(['', 'example.com', 'ftp://example.com', 'https://user:secret@example.com', 'https://example.com/?a=b'])(
  'the address "%s" is refused at once',
  (baseUrl) => {
    vi.stubEnv('ASKWELL_BASE_URL', undefined);
    expect(() => new Askwell({ apiKey: key, baseUrl })).toThrow(/^`baseUrl`/);
  },
);

test.each([
  ['a.b', 'x\ny'],
  ['bad name', 'x'],
  ['x-note', 'smile \u{1f600}'],
])('the header %j: %j can not be sent, and is refused at once', (name, value) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, headers: { [name]: value } })).toThrow(/^Invalid header /);
});

test('the API key is not to be had as a header', () => {
  expect(() => new Askwell({ apiKey: key, baseUrl, headers: { 'X-API-Key': key } })).toThrow(
    'Pass the API key as `apiKey`',
  );
});

test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s repeats are refused at once', (maxRetries) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, maxRetries })).toThrow(/^`maxRetries`/);
});

test('two ways to carry requests are one too many', () => {
  expect(() => new Askwell({ apiKey: key, baseUrl, fetch, dispatcher: new Agent() })).toThrow(
    /^Pass either `dispatcher` or `fetch`/,
  );
});

test('a browser gets no key unless it is told to', () => {
  vi.stubGlobal('window', {});
  expect(() => new Askwell({ apiKey: key, baseUrl })).not.toThrow();
  vi.stubGlobal('document', {});
  expect(() => new Askwell({ apiKey: key, baseUrl })).toThrow(/^An API key in a browser/);
  expect(() => new Askwell({ apiKey: key, baseUrl, dangerouslyAllowBrowser: true })).not.toThrow();
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a deadline of %s is refused at once', (deadline) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, deadline })).toThrow(/^`deadline`/);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a timeout of %s is refused at once', (timeout) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, timeout })).toThrow(/^`timeout`/);
});
