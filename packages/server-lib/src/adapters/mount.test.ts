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
])('below %j, %j is %j', (basePath, path, expected) => {
  expect(stripBasePath(basePath, path)).toBe(expected);
});
