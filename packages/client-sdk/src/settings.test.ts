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
  ['truncated', 'ask_0123456789', /not an Askwell API key/],
  ['more than one line', `ask_${'a'.repeat(40)}\n`, /not an Askwell API key/],
])('throws on an API key that is %s, without quoting it', (_what, apiKey, message) => {
  vi.stubEnv('ASKWELL_API_KEY', undefined);
  expect(() => new Askwell({ apiKey, baseUrl })).toThrow(message);
  if (apiKey) expect(() => new Askwell({ apiKey, baseUrl })).not.toThrow(apiKey);
});

test.each(['', 'example.com', 'ftp://example.com', 'https://user:secret@example.com', 'https://example.com/?a=b'])(
  'throws on the base URL "%s"',
  (baseUrl) => {
    vi.stubEnv('ASKWELL_BASE_URL', undefined);
    expect(() => new Askwell({ apiKey: key, baseUrl })).toThrow(/^`baseUrl`/);
  },
);

test.each(['/api/v1', '/base/api/v1/'])('throws if the base URL ends in %s', (path) => {
  expect(() => new Askwell({ apiKey: key, baseUrl: baseUrl + path })).toThrow(/^`baseUrl` must not contain \/api\/v1/);
});

test.each(['apikey', 'baseURL', 'retries'])('throws on the unknown option %s, and lists the options', (name) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, [name]: 'x' })).toThrow(
    new RegExp(`^\`${name}\` is not an option of the client\\. The options are \`apiKey\`, \`baseUrl\``),
  );
});

test.each([
  ['a.b', 'x\ny'],
  ['bad name', 'x'],
  ['x-note', 'smile \u{1f600}'],
])('throws on the invalid header %j: %j', (name, value) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, headers: { [name]: value } })).toThrow(/^Invalid header /);
});

test('throws if a header contains the API key', () => {
  expect(() => new Askwell({ apiKey: key, baseUrl, headers: { 'X-API-Key': key } })).toThrow(
    'Pass the API key as `apiKey`',
  );
});

test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('throws if maxRetries is %s', (maxRetries) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, maxRetries })).toThrow(/^`maxRetries`/);
});

test.each([-1, Number.NaN])('throws if maxRetryWait is %s', (maxRetryWait) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, maxRetryWait })).toThrow(/^`maxRetryWait`/);
});

test('throws if the transport does not fit the dispatcher or fetch', () => {
  const create = (options: object) => () => new Askwell({ apiKey: key, baseUrl, ...options });
  expect(create({ transport: 'fetch', dispatcher: new Agent() })).toThrow(/^`dispatcher` requires/);
  expect(create({ transport: 'undici', fetch })).toThrow(/^`fetch` requires/);
  expect(create({ transport: 'http' })).toThrow(/^`transport` must be/);
  expect(create({ transport: 'undici', dispatcher: new Agent() })).not.toThrow();
  expect(create({ transport: 'fetch', fetch })).not.toThrow();
});

test('throws if both dispatcher and fetch are set', () => {
  expect(() => new Askwell({ apiKey: key, baseUrl, fetch, dispatcher: new Agent() })).toThrow(
    /^Pass either `dispatcher` or `fetch`/,
  );
});

test('throws in a browser unless dangerouslyAllowBrowser is set', () => {
  vi.stubGlobal('window', {});
  expect(() => new Askwell({ apiKey: key, baseUrl })).not.toThrow();
  vi.stubGlobal('document', {});
  expect(() => new Askwell({ apiKey: key, baseUrl })).toThrow(/^The client cannot run in a browser/);
  expect(() => new Askwell({ apiKey: key, baseUrl, dangerouslyAllowBrowser: true })).not.toThrow();
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('throws if deadline is %s', (deadline) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, deadline })).toThrow(/^`deadline`/);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('throws if timeout is %s', (timeout) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, timeout })).toThrow(/^`timeout`/);
});
