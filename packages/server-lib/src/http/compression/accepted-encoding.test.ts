import { expect, test } from 'vitest';
import { encodingFor } from './accepted-encoding.js';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate, zstd', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP , BR', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br; q=0, gzip; q=0', null],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['*;q=0', null],
  ['gzip;q=x', null],
  ['gzip;level=9', 'gzip'],
  ['identity;q=0', null],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['gzip;q=0.2, *;q=0.5', 'br'],
  ['gzip;q=0.2, br;q=0.1, *;q=0.5', null],
])('for %j it chooses %j', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
