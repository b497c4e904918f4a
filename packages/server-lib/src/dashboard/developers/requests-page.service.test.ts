import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFormBrowser,
  type FormBrowser,
  makeKey,
  register,
  wordsOf,
} from '../../../test/support/browser/form-browser.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

const path = '/dashboard/developers/requests';

let server: TestServer;
let owner: FormBrowser;
let key: string;
beforeAll(async () => {
  server = await startService();
  owner = createFormBrowser(server);
  await register(owner);
});
afterAll(() => server.close());

const send = (method: string, target: string, id: string, body?: object) =>
  call(server, method, target, { key, body, headers: { 'x-request-id': id } });

/** Returns the IDs of the requests in the table, in their order. */
async function listed(query = ''): Promise<string[]> {
  const { text } = await owner.open(path + query);
  return [...text.matchAll(/q=([^"]+)"><code>/g)].map(([, id = '']) => id);
}

test('says that there are no requests yet, and links to the first one', async () => {
  const page = await owner.open(path);
  expect(page.status).toBe(200);
  expect(wordsOf(page)).toContain('The last 100 requests with your API keys since this server process started.');
  expect(wordsOf(page)).toContain('No requests yet');
  expect(page.text).not.toContain('method="get"');
  expect(page.text).toContain('href="/dashboard/developers">Send your first request');
});

test('a signed-out visitor is sent to the sign-in page', async () => {
  const reply = await createFormBrowser(server).open(path);
  expect([reply.status, reply.location]).toEqual([303, `/login?next=${encodeURIComponent(path)}`]);
});

describe('with requests', () => {
  beforeAll(async () => {
    key = await makeKey(owner, { name: 'Shop <1>' });
    await send('GET', '/api/v1/me', 'First-1');
    await send('POST', '/api/v1/polls?trace=secret', 'second-2', { title: 'Secret' });
    await send('GET', '/api/v1/polls/poll_x', 'third-3');
  });

  test('lists the requests, the newest first, with method, path, status, key, ID, time and duration', async () => {
    expect(await listed()).toEqual(['third-3', 'second-2', 'First-1']);
    const page = await owner.open(path);
    expect(wordsOf(page)).toMatch(
      /POST \/api\/v1\/polls Request ID second-2 Status 422 API key Shop <1> Time \d+ \w{3} \d{4}, [\d:]{8} UTC Took [\d.]+ ms/,
    );
    expect(page.text).not.toMatch(/secret=|trace|Secret|Shop <1>/);
  });

  test.each([
    ['', ['third-3', 'second-2', 'First-1']],
    ['?status=all&q=', ['third-3', 'second-2', 'First-1']],
    ['?status=2xx', ['First-1']],
    ['?status=4xx', ['third-3', 'second-2']],
    ['?status=5xx', []],
    ['?status=nonsense', ['third-3', 'second-2', 'First-1']],
    ['?q=-', ['third-3', 'second-2', 'First-1']],
    ['?q=FIRST', ['First-1']],
    ['?q=%20d-%20&status=4xx', ['third-3', 'second-2']],
    ['?q=second&status=2xx', []],
  ])('the filter %j finds %j', async (query, ids) => {
    expect(await listed(query)).toEqual(ids);
  });

  test('keeps the filter in the form, and says if nothing matches', async () => {
    const page = await owner.open(`${path}?status=5xx&q=%22%3Cb%3E`);
    expect(page.text).toContain('value="&quot;&lt;b&gt;"');
    expect(page.text).toContain('<option value="5xx" selected>');
    expect(wordsOf(page)).toContain('No request matches');
    expect(page.text).toContain(`href="${path}">Show all requests`);
  });

  test('shows the details of the request with an ID, and what to do about its status', async () => {
    const words = wordsOf(await owner.open(`${path}?q=third-3`));
    expect(words).toMatch(/Filter GET \/api\/v1\/polls\/poll_x Status 404 Request ID third-3/);
    expect(words).toContain('The resource does not exist, or the key has no access to it.');
    expect(wordsOf(await owner.open(`${path}?q=First-1`))).not.toContain('The resource does not exist');
  });

  test('lists all requests with an ID that was sent again', async () => {
    await send('GET', '/api/v1/me', 'again');
    await send('GET', '/api/v1/me', 'again');
    expect(await listed('?q=again')).toEqual(['again', 'again']);
  });

  test('does not show the requests of another account', async () => {
    const other = await createOwner(server.services);
    const browser = createFormBrowser(server);
    await browser.submit('/login', { email: other.email, password: other.password });
    expect(wordsOf(await browser.open(`${path}?q=First-1`))).toContain('No requests yet');
  });
});

test('shows requests that were rejected because of the limit', async () => {
  const own = await startService({ limits: { accountRequests: 1 } });
  try {
    const browser = createFormBrowser(own);
    await register(browser);
    const ownKey = await makeKey(browser, { name: 'Limited' });
    const headers = { 'x-request-id': 'too-many' };
    await call(own, 'GET', '/api/v1/me', { key: ownKey });
    await call(own, 'GET', '/api/v1/me', { key: ownKey, headers });
    const words = wordsOf(await browser.open(`${path}?q=too-many`));
    expect(words).toContain('Status 429');
    expect(words).toContain('The account sent too many requests.');
  } finally {
    await own.close();
  }
});
