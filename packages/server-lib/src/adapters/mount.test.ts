import { expect, test } from 'vitest';
import { stripBasePath } from './mount.js';

test.each([
  ['', '/a', '/a'],
  ['/polls', '/polls', '/'],
  ['/polls', '/polls/', '/'],
  ['/polls', '/polls/a', '/a'],
  ['/polls', '/polls/polls', '/polls'],
  ['/x/polls', '/x/polls/a', '/a'],
  ['/polls', '/', ''],
  ['/polls', '/pollsters', ''],
  ['/polls', '/Polls/a', ''],
  ['/polls', '/a/polls', ''],
])('with the base path %j, %j becomes %j', (basePath, path, expected) => {
  expect(stripBasePath(basePath, path)).toBe(expected);
});
