import { createAsk, type Plural } from '../asks/create-ask.js';
import { type KindUnderTest, kindsUnderTest } from '../asks/kinds-under-test.js';
import { call } from '../http/http-client.js';
import { textIdIn } from '../http/parse-replies.js';
import { type AccessFixture, inSiteA, type Route } from './access-matrix.js';

/** Returns a function that creates an ask of a kind in site A. */
export function askIn(plural: Plural, more: object = {}) {
  const draft = kindsUnderTest.find((kind) => kind.plural === plural)?.draft;
  return ({ server, keys, siteA }: AccessFixture) =>
    createAsk(server, keys.account, plural, { ...draft, ...more, site_id: siteA });
}

/** The routes of a kind, for asks of site A. */
export function rowsOf({ plural, answers, draft, answer }: KindUnderTest): Route[] {
  const root = `/api/v1/${plural}`;
  const ask = askIn(plural);
  const ticketed = askIn(plural, { one_per: 'ticket' });
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
    { method: 'GET', pattern: `${root}/{id}/results`, target: ask, status: inSiteA(200) },
    { method: 'GET', pattern: `${root}/{id}/tickets`, target: ticketed, status: inSiteA(200) },
    { method: 'POST', pattern: `${root}/{id}/tickets`, target: ticketed, body: { count: 1 }, status: inSiteA(201) },
    { method: 'GET', pattern: `${root}/{id}/tickets/list`, target: ticketed, status: inSiteA(200) },
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
    { method: 'DELETE', pattern: `${root}/{id}/${answers}/{answer}`, target: answered, status: inSiteA(204) },
  ];
}
