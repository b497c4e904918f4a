import { expect, test } from 'vitest';
import { silentLogger } from '../logger.js';
import { guessStrippedPrefix, locate } from './mount.js';

const below = (basePath: string, path: string, strippedPrefix = '') =>
  locate({ basePath, linkBase: undefined, logger: silentLogger }, path, strippedPrefix);

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
  expect(below(basePath, path)).toMatchObject({ path: expected, base: basePath });
});

test.each([
  ['', '/a/', '/a/'],
  ['/polls', '/polls/a/b/', '/a/b'],
  ['/polls', '/polls/a//', '/a/'],
  ['/polls', '/pollsters/', ''],
])('with the base path %j, the path %j with a trailing slash becomes %j', (basePath, path, expected) => {
  expect(below(basePath, path).path).toBe(expected);
});

test.each([
  ['/polls', '/polls', '/a', '/a', '/polls'],
  ['/app/polls', '/app', '/polls/a/', '/a', '/app/polls'],
  ['/app/polls', '/app', '/polls', '/', '/app/polls'],
  ['/app/polls', '/app', '/a', '', '/app/polls'],
  ['/apple', '/app', '/a', '/a', '/app'],
  ['', '/votes', '/a', '/a', '/votes'],
])('with the base path %j and the removed prefix %j, %j becomes %j', (basePath, prefix, path, expected, base) => {
  expect(below(basePath, path, prefix)).toMatchObject({ path: expected, base });
});

test.each([
  ['/app/polls', '/polls/a', '/app'],
  ['/app/polls', '/polls', '/app'],
  ['/app/polls', '/app/polls/a', ''],
  ['/app/polls', '/pollsters', ''],
  ['/a/b/polls', '/b/polls/x', '/a'],
  ['/a/b/polls', '/polls/x', '/a/b'],
  ['/polls', '/x', ''],
  ['', '/x', ''],
])('with the base path %j, the prefix removed from %j is %j', (basePath, path, expected) => {
  expect(guessStrippedPrefix(basePath, path)).toBe(expected);
});
