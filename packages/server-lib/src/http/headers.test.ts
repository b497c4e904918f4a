import { expect, test } from 'vitest';
import { readHeader, toHeaders } from './headers.js';

test("a header is read alike from Node's headers and from fetch's", () => {
  const ofFetch = new Headers([
    ['x-one', 'a'],
    ['x-many', 'a'],
    ['x-many', 'b'],
  ]);
  const ofNode = { 'x-one': 'a', 'x-many': ['a', 'b'] };
  for (const source of [ofFetch, ofNode]) {
    expect(readHeader(source, 'x-one')).toBe('a');
    expect(readHeader(source, 'x-many')).toBe('a, b');
    expect(readHeader(source, 'x-none')).toBeUndefined();
  }
});

test("Node's headers become fetch's; those of HTTP/2 that only look like headers are left out", () => {
  const headers = toHeaders({ ':path': '/', ':method': 'GET', cookie: 'a=1', 'set-cookie': ['b=2', 'c=3'] });
  expect([...headers]).toEqual([
    ['cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['set-cookie', 'c=3'],
  ]);
});

test("fetch's headers stay as they are", () => {
  const headers = new Headers({ a: '1' });
  expect(toHeaders(headers)).toBe(headers);
});
