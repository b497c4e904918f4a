import { expect, test } from 'vitest';
import { OptionError } from '../base/validation/option-error.js';
import { parseUrlOptions } from './base-path.js';

test.each([
  [{}, { origin: undefined, basePath: '', linkBase: undefined, secure: false }],
  [
    { baseUrl: 'http://localhost:3000' },
    { origin: 'http://localhost:3000', basePath: '', linkBase: '', secure: false },
  ],
  [
    { baseUrl: 'https://example.com/polls/' },
    { origin: 'https://example.com', basePath: '/polls', linkBase: '/polls', secure: true },
  ],
  [
    { baseUrl: 'HTTPS://Example.com:443/a/b' },
    { origin: 'https://example.com', basePath: '/a/b', linkBase: '/a/b', secure: true },
  ],
  [
    { baseUrl: 'https://example.com/polls', basePath: '/' },
    { origin: 'https://example.com', basePath: '', linkBase: '/polls', secure: true },
  ],
  [{ basePath: '/polls/' }, { origin: undefined, basePath: '/polls', linkBase: undefined, secure: false }],
  [{ basePath: '/pölls' }, { origin: undefined, basePath: '/p%C3%B6lls', linkBase: undefined, secure: false }],
])('parses %j', (options, settings) => {
  expect(parseUrlOptions(options)).toEqual(settings);
});

test.each([
  '',
  'example.com',
  'ftp://example.com',
  'https://example.com?x=1',
  'https://example.com/#x',
  'https://me@example.com',
  'https://:secret@example.com',
  'https://',
  'https://example.com//evil.example',
  'https://example.com/\\evil.example',
  '/polls',
])('rejects the baseUrl %j', (baseUrl) => {
  expect(() => parseUrlOptions({ baseUrl })).toThrow(
    new OptionError(
      `baseUrl: expected an http or https URL without a query, such as "https://example.com/polls", got ${JSON.stringify(baseUrl)}.`,
    ),
  );
});

test.each(['polls', '//evil.example', '/a//b', '/a?b', '/a#b', '/a b', '/a\\b', 'https://example.com'])(
  'rejects the basePath %j',
  (basePath) => {
    expect(() => parseUrlOptions({ basePath })).toThrow(
      new OptionError(`basePath: expected a path such as "/polls", got ${JSON.stringify(basePath)}.`),
    );
  },
);
