import { afterEach, expect, test, vi } from 'vitest';
import { Askwell } from './index.js';

const key = `ask_${'a'.repeat(40)}`;
const baseUrl = 'https://example.com';
afterEach(() => vi.unstubAllEnvs());

test.each([
  ['missing', '', /apiKey is missing/],
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
    expect(() => new Askwell({ apiKey: key, baseUrl })).toThrow(/^baseUrl/);
  },
);

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a timeout of %s is refused at once', (timeout) => {
  expect(() => new Askwell({ apiKey: key, baseUrl, timeout })).toThrow(/^timeout/);
});
