import { createAsk, type Plural } from '../asks/create-ask.js';
import { type KindUnderTest, kindsUnderTest } from '../asks/kinds-under-test.js';
import { reportedAsks } from '../asks/reported-asks.js';
import { call } from '../http/http-client.js';
import { idIn, textIdIn } from '../http/parse-replies.js';
import { type AccessFixture, byAccount, everyKey, inSiteA, inSiteAByAccount, type Route } from './access-matrix.js';

/** Returns a function that creates an ask of a kind in site A. */
function askIn(plural: Plural, more: object = {}) {
  const draft = kindsUnderTest.find((kind) => kind.plural === plural)?.draft;
  return ({ server, keys, siteA }: AccessFixture) =>
    createAsk(server, keys.account, plural, { ...draft, ...more, site_id: siteA });
}

/** The routes of a kind, for asks of site A. */
function rowsOf({ plural, answers, draft, answer }: KindUnderTest): Route[] {
  const root = `/api/v1/${plural}`;
  const ask = askIn(plural);
  const ticketed = askIn(plural, { one_per: 'ticket' });
  const translated = async (fixture: AccessFixture) =>
    `${await askIn(plural, { languages: ['en', 'de'] })(fixture)}/de`;
  const withTicket = async (fixture: AccessFixture) => {
    const id = await ticketed(fixture);
    const on = { key: fixture.keys.account };
    await call(fixture.server, 'POST', `${root}/${id}/tickets`, { ...on, body: { count: 1 } });
    const listed = await call(fixture.server, 'GET', `${root}/${id}/tickets/list`, on);
    return `${id}/${listed.id('data.0.id')}`;
  };
  const answered = async (fixture: AccessFixture) => {
    const id = await ask(fixture);
    const reply = await call(fixture.server, 'POST', `${root}/${id}/${answers}`, { body: answer });
    return `${id}/${textIdIn(reply)}`;
  };
  const created = { siteA: 201, siteB: 201, account: 201, otherAccount: 201 };
  const everyone = { siteA: 200, siteB: 200, account: 200, otherAccount: 200 };
  return [
    { method: 'GET', pattern: root, status: everyone },
    { method: 'POST', pattern: root, body: draft, status: created },
    { method: 'GET', pattern: `${root}/{id}`, target: ask, status: inSiteA(200) },
    { method: 'PATCH', pattern: `${root}/{id}`, target: ask, body: { title: 'Other' }, status: inSiteA(200) },
    { method: 'DELETE', pattern: `${root}/{id}`, target: ask, status: inSiteA(204) },
    { method: 'POST', pattern: `${root}/{id}/copy`, target: ask, body: {}, status: inSiteA(201) },
    { method: 'GET', pattern: `${root}/{id}/working-copy`, target: ask, status: inSiteA(200) },
    {
      method: 'PATCH',
      pattern: `${root}/{id}/working-copy`,
      target: ask,
      body: { revision: 'v1', publish: true },
      status: inSiteA(200),
    },
    {
      method: 'DELETE',
      pattern: `${root}/{id}/working-copy`,
      query: '?revision=v1',
      target: ask,
      status: inSiteA(204),
    },
    { method: 'GET', pattern: `${root}/{id}/translations`, target: ask, status: inSiteA(200) },
    { method: 'GET', pattern: `${root}/{id}/translations/{language}`, target: translated, status: inSiteA(200) },
    {
      method: 'PATCH',
      pattern: `${root}/{id}/translations/{language}`,
      target: translated,
      body: { format: 'csv', content: 'path,source,translation' },
      status: inSiteA(200),
    },
    { method: 'GET', pattern: `${root}/{id}/results`, target: ask, status: inSiteA(200) },
    { method: 'GET', pattern: `${root}/{id}/funnel`, target: ask, status: inSiteA(200) },
    ...Object.entries(reportedAsks[plural].queries).map(
      ([report, query]): Route => ({
        method: 'GET',
        pattern: `${root}/{id}/${report}`,
        query,
        target: askIn(plural, reportedAsks[plural].more),
        status: inSiteA(200),
      }),
    ),
    { method: 'GET', pattern: `${root}/{id}/results/link`, target: ask, status: inSiteA(200) },
    { method: 'POST', pattern: `${root}/{id}/results/link`, target: ask, status: inSiteA(200) },
    { method: 'DELETE', pattern: `${root}/{id}/results/link`, target: ask, status: inSiteA(204) },
    { method: 'GET', pattern: `${root}/{id}/tickets`, target: ticketed, status: inSiteA(200) },
    { method: 'POST', pattern: `${root}/{id}/tickets`, target: ticketed, body: { count: 1 }, status: inSiteA(201) },
    { method: 'GET', pattern: `${root}/{id}/tickets/list`, target: ticketed, status: inSiteA(200) },
    { method: 'POST', pattern: `${root}/{id}/tickets/withdraw-unused`, target: ticketed, status: inSiteA(200) },
    { method: 'GET', pattern: `${root}/{id}/tickets/{ticket}`, target: withTicket, status: inSiteA(200) },
    { method: 'DELETE', pattern: `${root}/{id}/tickets/{ticket}`, target: withTicket, status: inSiteA(204) },
    { method: 'GET', pattern: `${root}/{id}/${answers}`, target: ask, status: inSiteA(200) },
    { method: 'DELETE', pattern: `${root}/{id}/${answers}`, query: '?all=true', target: ask, status: inSiteA(204) },
    {
      method: 'POST',
      pattern: `${root}/{id}/${answers}/batch`,
      target: ask,
      body: { answers: [answer] },
      status: inSiteA(200),
    },
    { method: 'GET', pattern: `${root}/{id}/${answers}/{answer}`, target: answered, status: inSiteA(200) },
    {
      method: 'PATCH',
      pattern: `${root}/{id}/${answers}/{answer}`,
      target: answered,
      body: { tags: ['urgent'] },
      status: inSiteA(200),
    },
    { method: 'DELETE', pattern: `${root}/{id}/${answers}/{answer}`, target: answered, status: inSiteA(204) },
  ];
}

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
const webhookRoutes: readonly Route[] = [
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

const siteA = async (fixture: AccessFixture) => fixture.siteA;
const emptySite = async ({ server, keys }: AccessFixture) =>
  idIn(await call(server, 'POST', '/api/v1/sites', { key: keys.account, body: { name: 'Empty' } }));

/** The routes of the design of a site. */
const siteDesignRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/api/v1/sites/{id}/design', target: siteA, status: inSiteA(200) },
  {
    method: 'PATCH',
    pattern: '/api/v1/sites/{id}/design',
    target: siteA,
    body: { radius: 4 },
    status: inSiteAByAccount(200),
  },
  { method: 'DELETE', pattern: '/api/v1/sites/{id}/design', target: siteA, status: inSiteAByAccount(204) },
];

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

  ...siteDesignRoutes,

  { method: 'GET', pattern: '/api/v1/changes', status: everyKey },

  ...webhookRoutes,

  ...kindsUnderTest.flatMap(rowsOf),
  { method: 'GET', pattern: '/api/v1/quizzes/{id}/analysis', target: askIn('quizzes'), status: inSiteA(200) },
  { method: 'GET', pattern: '/api/v1/forms/{id}/paths', target: askIn('forms'), status: inSiteA(200) },
  { method: 'GET', pattern: '/api/v1/quizzes/{id}/warnings', target: askIn('quizzes'), status: inSiteA(200) },
  { method: 'GET', pattern: '/api/v1/forms/{id}/warnings', target: askIn('forms'), status: inSiteA(200) },
  { method: 'POST', pattern: '/api/v1/quizzes/{id}/regrade', target: askIn('quizzes'), status: inSiteA(200) },
];
