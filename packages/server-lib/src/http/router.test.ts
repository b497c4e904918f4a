import { expect, test } from 'vitest';
import { Router } from './router.js';

function createRouter(): Router<string> {
  const router = new Router<string>();
  for (const pattern of ['/', '/a', '/a/{id}', '/a/new', '/a/{id}/b', '/a/{id}/b/{other}', '/x/{id}/y']) {
    router.add(pattern, pattern);
  }
  return router;
}

test.each([
  ['/', '/', {}],
  ['/a', '/a', {}],
  ['/a/7', '/a/{id}', { id: '7' }],
  ['/a/new', '/a/new', {}],
  ['/a/newer', '/a/{id}', { id: 'newer' }],
  ['/a/new/b', '/a/{id}/b', { id: 'new' }],
  ['/a/7/b/8', '/a/{id}/b/{other}', { id: '7', other: '8' }],
  ['/a/%C3%A4', '/a/{id}', { id: 'ä' }],
  ['/a/a%2Fb', '/a/{id}', { id: 'a/b' }],
  ['/a/__proto__', '/a/{id}', { id: '__proto__' }],
])('%s matches %s', (path, target, params) => {
  expect(createRouter().match(path)).toEqual({ target, params });
});

test.each(['', 'a', '/b', '/A', '//', '/a/', '/a//', '//a', '/a//b', '/a/7/', '/a/7/b/', '/x/7', '/x//y', '/%61'])(
  '%j matches nothing',
  (path) => {
    expect(createRouter().match(path)).toBeUndefined();
  },
);

test.each(['/a/%', '/a/%zz', '/a/%ff'])('%s, which cannot be decoded, matches nothing', (path) => {
  expect(createRouter().match(path)).toBeUndefined();
});

test('throws if two patterns name the same parameter differently', () => {
  const router = new Router<string>();
  router.add('/a/{id}', 'one');
  expect(() => router.add('/a/{name}/b', 'two')).toThrow(
    '/a/{name}/b: the parameter {name} is named {id} in another pattern.',
  );
});
