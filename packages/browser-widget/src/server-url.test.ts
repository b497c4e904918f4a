import { expect, test } from 'vitest';
import { serverUrl } from './index.js';

test.each([
  ['at the root of a host', 'https://example.com/widget.js', 'https://example.com'],
  ['below a base path', 'https://example.com/tools/polls/widget.js', 'https://example.com/tools/polls'],
  ['on another port', 'http://127.0.0.1:3000/widget.js', 'http://127.0.0.1:3000'],
  ['with a query and a fragment', 'https://example.com/widget.js?v=2#top', 'https://example.com'],
  ['with a fixed version', 'https://example.com/embed/widget/0f3c/widget.js', 'https://example.com'],
  [
    'with a fixed version below a path',
    'https://example.com/embed/embed/widget/0/widget.js',
    'https://example.com/embed',
  ],
])('the server of a script %s is found', (_where, src, server) => {
  expect(serverUrl({ src })).toBe(server);
});

test.each([
  ['without a URL', ''],
  ['with another name', 'https://example.com/app.js'],
  ['with a similar name', 'https://example.com/my-widget.js'],
  ['from a file', 'file:///tmp/widget.js'],
  ['from a data URL', 'data:text/javascript,/widget.js'],
])('a script %s has no server', (_what, src) => {
  expect(serverUrl({ src })).toBeNull();
});
