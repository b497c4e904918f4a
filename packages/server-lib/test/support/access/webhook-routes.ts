import { call } from '../http/http-client.js';
import { type AccessFixture, inSiteA, type Route } from './access-matrix.js';

/** A port at which nothing listens: a test message fails at once. */
const url = 'http://127.0.0.1:1/events';

async function webhook({ server, keys, siteA }: AccessFixture): Promise<string> {
  const body = { url, site_id: siteA };
  const reply = await call(server, 'POST', '/api/v1/webhooks', { key: keys.account, body });
  return reply.id('data.id');
}

async function delivery(fixture: AccessFixture): Promise<string> {
  const id = await webhook(fixture);
  const { server, keys } = fixture;
  const reply = await call(server, 'POST', `/api/v1/webhooks/${id}/test`, { key: keys.account });
  return `${id}/${reply.id('data.id')}`;
}

const root = '/api/v1/webhooks';
const forAll = (status: number) => ({ siteA: status, siteB: status, account: status, otherAccount: status });

/** The routes of webhooks, for webhooks of site A. */
export const webhookRoutes: readonly Route[] = [
  { method: 'GET', pattern: root, status: forAll(200) },
  { method: 'POST', pattern: root, body: { url }, status: forAll(201) },
  { method: 'GET', pattern: `${root}/{id}`, target: webhook, status: inSiteA(200) },
  { method: 'PATCH', pattern: `${root}/{id}`, target: webhook, body: { description: 'x' }, status: inSiteA(200) },
  { method: 'DELETE', pattern: `${root}/{id}`, target: webhook, status: inSiteA(204) },
  { method: 'POST', pattern: `${root}/{id}/rotate`, target: webhook, status: inSiteA(201) },
  { method: 'POST', pattern: `${root}/{id}/test`, target: webhook, status: inSiteA(201) },
  { method: 'GET', pattern: `${root}/{id}/deliveries`, target: webhook, status: inSiteA(200) },
  { method: 'GET', pattern: `${root}/{id}/deliveries/{delivery}`, target: delivery, status: inSiteA(200) },
  { method: 'POST', pattern: `${root}/{id}/deliveries/{delivery}/replay`, target: delivery, status: inSiteA(201) },
];
