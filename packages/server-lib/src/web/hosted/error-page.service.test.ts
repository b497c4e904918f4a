import { describe, expect, test, vi } from 'vitest';
import { type Page, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createHostedPageClient, formIn, policyOf } from '../../../test/support/browser/hosted-page-client.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { startService } from '../../../test/support/servers/start-service.js';
import { unavailableError } from '../../db/store-error.js';

const services = useHostedPageServer();

describe('an HTML form post gets an error page', () => {
  const votes = (id: string) => `/api/v1/polls/${id}/votes`;
  const expectPage = (page: Page, status: number, message: string) => {
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(wordsOf(page)).toContain(message);
    expect(policyOf(page)).toContain("default-src 'none'");
    expect(page.headers.get('ratelimit')).not.toBeNull();
  };

  test('for an unknown ask, a large body, another content type and a malformed body', async () => {
    const [id, visitor] = [await services.hosted.poll(), services.hosted.visitor()];
    expectPage(await visitor.submit(votes('poll_00000000000000000000')), 404, 'Not found.');
    expectPage(await visitor.submit(votes(id), { choices: 'x'.repeat(70_000) }), 413, 'Your answer is too large');
    const body = new FormData();
    body.set('choices', 'o1');
    expectPage(await visitor.send(votes(id), { method: 'POST', body }), 415, 'The request could not be read');
    const broken = {
      method: 'POST',
      body: 'choices=%ff',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expectPage(await visitor.send(votes(id), broken), 400, 'The request could not be read');
  });

  test('for an origin that is not allowed', async () => {
    const { id: site } = await services.server.services.sites.create(services.hosted.session.scope, {
      name: 'Shop',
      origins: ['https://shop.example'],
    });
    const id = await services.hosted.poll({ site_id: site });
    const foreign = services.hosted.visitor({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expectPage(await foreign.submit(votes(id), { choices: 'o1' }), 403, 'Answers from that page are not allowed');
  });

  test('for too many requests, with a form that sends the answer again', async () => {
    const address = { 'x-forwarded-for': '198.51.100.8' };
    const [id, visitor] = [await services.hosted.form(), services.hosted.visitor(address)];
    const page = await visitor.open(`/p/${id}`);
    for (let n = 0; n < 30; n++) await visitor.submit(votes('poll_x'));
    const rejected = await visitor.fill(page, { f1: 'A <long> story\nof mine' });
    expectPage(rejected, 429, 'You can send it again in 1 minute.');
    expect(rejected.headers.get('retry-after')).toBe('60');
    expect(rejected.text).toContain('A &lt;long&gt; story\nof mine');
    expect(rejected.text).toContain(`action="/api/v1/forms/${id}/submissions"`);
    const elsewhere = services.hosted.visitor({ ...address, 'sec-fetch-site': 'cross-site' });
    const foreign = await elsewhere.submit(votes(id), { f1: 'x' });
    expectPage(foreign, 429, 'You can send it again');
    expect(foreign.text).not.toContain('Send again');
  });

  test('for a busy database, with a form that sends the answer again', async () => {
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${await services.hosted.form()}`);
    const run = vi.spyOn(services.server.services.store, 'run').mockRejectedValue(unavailableError());
    const rejected = await visitor.fill(page, { f1: 'A long story' });
    run.mockRestore();
    expectPage(rejected, 503, 'Temporarily unavailable');
    expect(rejected.text).toContain('A long story');
    expect(rejected.text).toContain('Send again');
  });

  test('with the frame ancestors and redirects of the ask', async () => {
    const origins = ['https://shop.example'];
    const site_id = (
      await services.server.services.sites.create(services.hosted.session.scope, { name: 'Shop', origins })
    ).id;
    const id = await services.hosted.poll({ site_id, after: { url: 'https://example.com/thanks' } });
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    for (let n = 0; n < 30; n++) await visitor.submit(votes('poll_x'));
    const policy = policyOf(await visitor.fill(page, { choices: 'o1' }));
    expect(policy).toContain("frame-ancestors 'self' https://shop.example");
    expect(policy).toContain("form-action 'self' https:;");
  });

  test('but requests by programs get JSON', async () => {
    const id = await services.hosted.form({ fields: [{ type: 'email', label: 'A' }] });
    const post = async (headers: Record<string, string>, body: string) => {
      const reply = await services.server.fetch(`${services.server.url}/api/v1/forms/${id}/submissions`, {
        method: 'POST',
        headers,
        body,
      });
      return [reply.status, reply.headers.get('content-type')];
    };
    const json = 'application/json; charset=utf-8';
    expect(await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'f1=x')).toEqual([422, json]);
    expect(await post({ 'content-type': 'application/json', accept: 'text/html' }, '{"answers":{"f1":"x"}}')).toEqual([
      422,
      json,
    ]);
    expect(await post({ 'content-type': 'text/plain' }, 'f1=x')).toEqual([415, json]);
  });
});

test('with a base path and https, all URLs start with the base path', async () => {
  const mounted = await startService({
    basePath: '/x/polls',
    baseUrl: 'https://example.com/x/polls',
    trustProxy: ['127.0.0.1'],
  });
  try {
    const hosted = await createHostedPageClient(mounted);
    const id = await hosted.poll();
    const page = await hosted.visitor().open(`/p/${id}`);
    expect(page.headers.get('set-cookie')).toMatch(/^__Secure-askwell-visitor=[^;]+; Path=\/x\/polls\/p; .*; Secure$/);
    expect(formIn(page).action).toBe(`/x/polls/api/v1/polls/${id}/votes`);
    expect(page.text).toContain(`content="https://example.com/x/polls/p/${id}"`);
    expect(policyOf(page)).toContain("img-src 'self' data: https:;");
    for (const [, path = ''] of page.text.matchAll(/(?:href|src)="([^"#]*)"/g)) expect(path).toMatch(/^\/x\/polls\//);
  } finally {
    await mounted.close();
  }
});
