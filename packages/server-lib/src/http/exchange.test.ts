import { expect, test } from 'vitest';
import { splitTarget } from './exchange.js';

test.each([
  ['/', '/', ''],
  ['/a/b?x=1', '/a/b', 'x=1'],
  ['/a?', '/a', ''],
  ['/a?x=/b?c', '/a', 'x=/b?c'],
  ['//a', '//a', ''],
  ['/a%3Fb', '/a%3Fb', ''],
  ['/a#top', '/a', ''],
  ['/a?x=1#top', '/a', 'x=1'],
  ['http://example.com/a/b?x=1', '/a/b', 'x=1'],
  ['HTTPS://user@example.com:8443/a', '/a', ''],
  ['http://example.com', '/', ''],
  ['http://example.com?x=/api/v1/me', '/', 'x=/api/v1/me'],
  ['/http://example.com/a', '/http://example.com/a', ''],
  ['*', '*', ''],
  ['', '/', ''],
])('%j has the path %j and the query %j', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});
