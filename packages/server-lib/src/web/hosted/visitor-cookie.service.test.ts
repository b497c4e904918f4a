import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedPageClient, hiddenValue } from '../../../test/support/browser/hosted-page-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let hosted: Awaited<ReturnType<typeof createHostedPageClient>>;
beforeAll(async () => {
  server = await startService({ baseUrl: 'https://polls.example' });
  hosted = await createHostedPageClient(server);
});
afterAll(() => server.close());

const onOtherSite = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' };
const inFrame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
const framedCookie = '__Secure-askwell-framed-visitor';
const firstParty = '__Secure-askwell-visitor';
const widgetsVoter = (page: { text: string }) => /<askwell-poll [^>]* voter="([^"]*)"/.exec(page.text)?.[1];

describe('in a frame on another site, over https', () => {
  test('the first request sets a partitioned cookie and redirects to the page', async () => {
    const id = await hosted.poll();
    const visitor = hosted.visitor(onOtherSite);
    const first = await visitor.open(`/p/${id}?choices=o2`);
    expect([first.status, first.location]).toEqual([303, `/p/${id}?choices=o2&.cookie=1`]);
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-askwell-framed-visitor=[A-Za-z0-9]{32}; Path=\/p; Max-Age=34560000; HttpOnly; SameSite=None; Secure; Partitioned$/,
      ),
    ]);
    const page = await visitor.open(first.location ?? '');
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/value="o2"[^>]* checked/);
    const voter = visitor.cookies.get(framedCookie);
    expect([widgetsVoter(page), hiddenValue(page, '.voter')]).toEqual([voter, voter]);
  });

  test('a browser that stores no cookie gets the page without a voter for the widget', async () => {
    const id = await hosted.poll();
    const page = await hosted.visitor(onOtherSite).open(`/p/${id}?.cookie=1`);
    expect(page.status).toBe(200);
    expect(widgetsVoter(page)).toBeUndefined();
    expect(hiddenValue(page, '.voter')).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  test('the voter stays the same on all pages in the frame', async () => {
    const id = await hosted.poll();
    const first = hosted.visitor(onOtherSite);
    await first.open(`/p/${id}`);
    const voter = first.cookies.get(framedCookie);
    const visitor = hosted.visitor(inFrame);
    const page = await visitor.open(`/p/${id}`, { cookie: `${framedCookie}=${voter}` });
    expect([page.status, widgetsVoter(page)]).toEqual([200, voter]);
    expect([...visitor.cookies]).toEqual([[framedCookie, voter]]);
  });
});

describe('the first-party cookie', () => {
  const voter = 'a'.repeat(32);

  test('is the only one that pages outside frames use', async () => {
    const visitor = hosted.visitor({ 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' });
    const page = await visitor.open(`/p/${await hosted.poll()}`, { cookie: `${framedCookie}=${voter}` });
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Secure-askwell-visitor=[A-Za-z0-9]{32}; .*; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect(page.text).not.toContain(voter);
  });

  test('takes precedence in frames on the same site', async () => {
    const visitor = hosted.visitor(inFrame);
    const cookie = `${framedCookie}=${'b'.repeat(32)}; ${firstParty}=${voter}`;
    const page = await visitor.open(`/p/${await hosted.poll()}`, { cookie });
    expect([widgetsVoter(page), ...visitor.cookies]).toEqual([voter, [firstParty, voter]]);
  });

  test('is the only one without https', async () => {
    const plain = await startService();
    const plainHosted = await createHostedPageClient(plain);
    const visitor = plainHosted.visitor(onOtherSite);
    const page = await visitor.open(`/p/${await plainHosted.poll()}`, { cookie: `${framedCookie}=${voter}` });
    expect([page.status, widgetsVoter(page), ...visitor.cookies.keys()]).toEqual([200, undefined, 'askwell-visitor']);
    expect(page.text).not.toContain(voter);
    await plain.close();
  });
});
