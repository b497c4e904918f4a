import { expect, test } from 'vitest';
import { serverUrl } from './index.js';

test.each([
  ['at the root of a host', 'https://example.com/widget.js', 'https://example.com'],
  ['below a base path', 'https://example.com/tools/polls/widget.js', 'https://example.com/tools/polls'],
  ['on a port of its own', 'http://127.0.0.1:3000/widget.js', 'http://127.0.0.1:3000'],
  ['with a query and a fragment', 'https://example.com/widget.js?v=2#top', 'https://example.com'],
  ['of one version', 'https://example.com/embed/widget/0f3c/widget.js', 'https://example.com'],
  ['of one version below a path', 'https://example.com/embed/embed/widget/0/widget.js', 'https://example.com/embed'],
])('a script %s tells where its server is', (_where, src, server) => {
  expect(serverUrl({ src })).toBe(server);
});

test.each([
  ['inline, without an address', ''],
  ['of another name', 'https://example.com/app.js'],
  ['whose name only ends alike', 'https://example.com/my-widget.js'],
  ['from a file', 'file:///tmp/widget.js'],
  ['from a data address', 'data:text/javascript,/widget.js'],
])('a script %s tells of no server', (_what, src) => {
  expect(serverUrl({ src })).toBeNull();
});
