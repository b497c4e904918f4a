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

/** The writes of something that has a version: a site or an ask. `test/scopes.test.ts` checks that no route is missing. */
const versionedWrites = keyedRoutes.filter(
  ({ method, pattern }) => method !== 'GET' && pattern.includes('{id}') && !pattern.includes('{answer}'),
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
  test.each(['"0"', '"999"', 'W/"1"', '1', '"0", W/"1"', ''])('with If-Match: %s changes nothing', async (ifMatch) => {
    const target = (await route.target?.(fixture)) ?? '';
    const before = await readAll(fixture);
    const reply = await send(route, target, ifMatch);
    expect([reply.status, codeIn(reply)]).toEqual([412, 'precondition_failed']);
    expect(await readAll(fixture)).toEqual(before);
  });

  test.each(['"1"', '"0" , "1"', '*', '"1-gzip"'])('with If-Match: %s is accepted', async (ifMatch) => {
    const target = (await route.target?.(fixture)) ?? '';
    // Site A is shared by the routes, so its version grows.
    const itemPath = pathTo(route, target).split('/').slice(0, 5).join('/').split('?')[0] ?? '';
    const tag = (await call(fixture.server, 'GET', itemPath, { key: fixture.keys.account })).headers.get('etag');
    expect(tag).toMatch(/^"\d+"$/);
    const reply = await send(route, target, ifMatch.replaceAll('"1', `${tag?.slice(0, -1)}`));
    expect(reply.status).toBe(route.status.account);
  });
});
