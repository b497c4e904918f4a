import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../src/api/openapi/openapi-types.js';
import { headerParameter } from '../src/api/openapi/parameters.js';
import {
  type AccessFixture,
  createFixture,
  nameOf,
  pathTo,
  type Route,
  readAll,
} from './support/access/access-matrix.js';
import { keyedRoutes } from './support/access/keyed-routes.js';
import { call } from './support/http/http-client.js';
import { codeIn } from './support/http/parse-replies.js';
import { documentedReplies } from './support/openapi/documented-replies.js';

let fixture: AccessFixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.server.close());

/**
 * The writes to a resource with a version, or below one: a site, an ask, an answer or a webhook.
 * `test/scopes.service.test.ts` checks that no route is missing.
 */
const versionedWrites = keyedRoutes.filter(({ method, pattern }) => method !== 'GET' && pattern.includes('{id}'));

async function send(route: Route, target: number | string, ifMatch: string) {
  const headers = { 'if-match': ifMatch };
  return call(fixture.server, route.method, pathTo(route, target), {
    key: fixture.keys.account,
    headers,
    body: route.body,
  });
}

test('the document lists If-Match and 412 for all of these operations, and for no others', async () => {
  const document: OpenApiDocument = JSON.parse((await call(fixture.server, 'GET', '/openapi.json')).text);
  const honouring = documentedReplies(document).filter(({ code }) => code === 'precondition_failed');
  for (const { id, operation } of honouring)
    expect([id, operation.parameters]).toEqual([id, expect.arrayContaining([headerParameter('IfMatch')])]);
  const documented = honouring.map(({ method, path }) => `${method} ${path}`);
  const expected = versionedWrites.map(({ method, pattern }) => `${method} ${pattern}`);
  expect(documented.sort()).toEqual([...new Set(expected)].sort());
});

describe.each(versionedWrites.map((route) => ({ ...route, name: nameOf(route) })))('$name', (route) => {
  // All tests use one target, because no request may change it.
  test('with an If-Match that does not match changes nothing', async () => {
    const target = (await route.target?.(fixture)) ?? '';
    const before = await readAll(fixture);
    for (const ifMatch of ['"0"', '"999"', 'W/"1"', '1', '"0", W/"1"', '']) {
      const reply = await send(route, target, ifMatch);
      expect([ifMatch, reply.status, codeIn(reply)]).toEqual([ifMatch, 412, 'precondition_failed']);
    }
    expect(await readAll(fixture)).toEqual(before);
  });

  test.each(['"1"', '"0" , "1"', '*', '"1-gzip"'])('with If-Match: %s is accepted', async (ifMatch) => {
    const isAnswer = route.pattern.includes('{answer}');
    const target = (await route.target?.(fixture)) ?? '';
    // Site A is shared by the routes, so its version grows.
    const itemPath =
      pathTo(route, target)
        .split('/')
        .slice(0, isAnswer ? 7 : 5)
        .join('/')
        .split('?')[0] ?? '';
    const tag = (await call(fixture.server, 'GET', itemPath, { key: fixture.keys.account })).headers.get('etag');
    expect(tag).toMatch(isAnswer ? /^"\d+\.\d+"$/ : /^"\d+"$/);
    const reply = await send(route, target, ifMatch.replaceAll('"1', `${tag?.slice(0, -1)}`));
    expect(reply.status).toBe(route.status.account);
  });
});
