import { expect, test } from 'vitest';
import { readHeader, toHeaders } from './headers.js';

test('readHeader returns the same for Node headers and fetch headers', () => {
  const fetchHeaders = new Headers([
    ['x-one', 'a'],
    ['x-many', 'a'],
    ['x-many', 'b'],
  ]);
  const nodeHeaders = { 'x-one': 'a', 'x-many': ['a', 'b'] };
  for (const source of [fetchHeaders, nodeHeaders]) {
    expect(readHeader(source, 'x-one')).toBe('a');
    expect(readHeader(source, 'x-many')).toBe('a, b');
    expect(readHeader(source, 'x-none')).toBeUndefined();
  }
});

test('toHeaders converts Node headers without the pseudo-headers of HTTP/2', () => {
  const headers = toHeaders({ ':path': '/', ':method': 'GET', cookie: 'a=1', 'set-cookie': ['b=2', 'c=3'] });
  expect([...headers]).toEqual([
    ['cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['set-cookie', 'c=3'],
  ]);
});

test('toHeaders returns fetch headers unchanged', () => {
  const headers = new Headers({ a: '1' });
  expect(toHeaders(headers)).toBe(headers);
});
