import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

let fixture: AccessFixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.server.close());

/**
 * The writes of something that has a version: a site, an ask, an answer or a webhook. `test/scopes.test.ts` checks that no route is
 * missing. A delivery has none.
 */
const versionedWrites = keyedRoutes.filter(
  ({ method, pattern }) => method !== 'GET' && pattern.includes('{id}') && !pattern.includes('{delivery}'),
);

async function send(route: Route, target: number | string, ifMatch: string) {
  const headers = { 'if-match': ifMatch };
  return call(fixture.server, route.method, pathTo(route, target), {
    key: fixture.keys.account,
    headers,
    body: route.body,
  });
}

describe.each(versionedWrites.map((route) => ({ ...route, name: nameOf(route) })))('$name', (route) => {
  // One target for all of them, because none may change it.
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
