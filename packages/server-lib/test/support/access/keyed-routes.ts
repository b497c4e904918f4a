import { kindsUnderTest } from '../asks/kinds-under-test.js';
import { call } from '../http/http-client.js';
import { idIn } from '../http/parse-replies.js';
import { type AccessFixture, byAccount, everyKey, inSiteA, inSiteAByAccount, type Route } from './access-matrix.js';
import { askIn, rowsOf } from './ask-routes.js';
import { webhookRoutes } from './webhook-routes.js';

const siteA = async (fixture: AccessFixture) => fixture.siteA;
const emptySite = async ({ server, keys }: AccessFixture) =>
  idIn(await call(server, 'POST', '/api/v1/sites', { key: keys.account, body: { name: 'Empty' } }));

/** All requests that require a key. */
export const keyedRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/api/v1/me', status: everyKey },

  { method: 'GET', pattern: '/api/v1/sites', status: everyKey },
  {
    method: 'POST',
    pattern: '/api/v1/sites',
    body: { name: 'New' },
    status: { siteA: 403, siteB: 403, account: 201, otherAccount: 201 },
  },
  { method: 'GET', pattern: '/api/v1/sites/{id}', resource: 'site A', target: siteA, status: inSiteA(200) },
  { method: 'GET', pattern: '/api/v1/sites/{id}', resource: 'another', target: emptySite, status: byAccount(200) },
  {
    method: 'PATCH',
    pattern: '/api/v1/sites/{id}',
    resource: 'site A',
    target: siteA,
    body: { name: 'Renamed' },
    status: inSiteAByAccount(200),
  },
  {
    method: 'PATCH',
    pattern: '/api/v1/sites/{id}',
    resource: 'another',
    target: emptySite,
    body: { name: 'Renamed' },
    status: byAccount(200),
  },
  { method: 'DELETE', pattern: '/api/v1/sites/{id}', resource: 'site A', target: siteA, status: inSiteAByAccount(409) },
  { method: 'DELETE', pattern: '/api/v1/sites/{id}', resource: 'another', target: emptySite, status: byAccount(204) },

  { method: 'GET', pattern: '/api/v1/changes', status: everyKey },

  ...webhookRoutes,

  ...kindsUnderTest.flatMap(rowsOf),
  { method: 'POST', pattern: '/api/v1/quizzes/{id}/regrade', target: askIn('quizzes'), status: inSiteA(200) },
];
