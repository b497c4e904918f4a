import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, register, wordsOf } from '../../test/support/browser/form-browser.js';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';

const own = 'http://polls.example.com';
let server: TestServer;
let owner: FormBrowser;
beforeAll(async () => {
  server = await startService({ baseUrl: own });
  owner = createFormBrowser(server);
  await register(owner);
});
afterAll(() => server.close());

const forms = [
  '/register',
  '/login',
  '/logout',
  '/dashboard/keys',
  '/dashboard/keys/1/delete',
  '/dashboard/sites',
  '/dashboard/sites/1',
  '/dashboard/sites/1/delete',
  '/dashboard/account/password',
  '/dashboard/account/sessions/1/delete',
  '/dashboard/account/sessions/delete-others',
  '/dashboard/account/delete',
];

const pages = ['/dashboard', '/dashboard/keys', '/dashboard/sites', '/dashboard/sites/1', '/dashboard/account'];

test.each([...pages, '/login', '/register', '/logout', '/dashboard/none'])(
  '%s is not listed by search engines',
  async (path) => {
    const visitor = path === '/login' || path === '/register' ? createFormBrowser(server) : owner;
    expect((await visitor.open(path)).headers.get('x-robots-tag')).toBe('noindex');
  },
);

test('search engines may list the landing page', async () => {
  expect((await createFormBrowser(server).open('/')).headers.get('x-robots-tag')).toBeNull();
});

test('ignores a form with a malformed query', async () => {
  const reply = await owner.submit('/dashboard/keys?notice=%zz', { name: 'Half made' });
  expect(reply.status).toBe(400);
  expect((await owner.open('/dashboard/keys')).text).not.toContain('Half made');
});

describe.each(forms)('POST %s', (path) => {
  test.each([
    ['application/json', '{"name":"x"}'],
    ['text/plain', 'name=x'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/x-www-form-urlencoded; charset=latin1', 'name=x'],
  ])('as %s is 415 with and without a session', async (type, body) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    expect((await owner.send(path, init)).status).toBe(415);
    expect((await createFormBrowser(server).send(path, init)).status).toBe(415);
  });

  test('from another site is 403 and does nothing', async () => {
    const reply = await owner.submit(path, {}, { 'sec-fetch-site': 'cross-site' });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect((await owner.open('/dashboard')).status).toBe(200);
  });
});

describe('accepts forms by their origin headers', () => {
  test.each([
    [{}, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: own }, false],
    [{ 'sec-fetch-site': '' }, false],
    [{ origin: own }, true],
    [{ origin: 'null' }, false],
    [{ origin: 'https://polls.example.com' }, false],
    [{ origin: 'http://polls.example.com.evil.example' }, false],
    [{ origin: 'http://evil.example', host: 'evil.example', 'x-forwarded-host': 'polls.example.com' }, false],
  ])('%j: %j', async (headers, isAccepted) => {
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const reply = await owner.submit('/dashboard/sites', { name: 'Site' }, sent);
    expect(reply.status).toBe(isAccepted ? 303 : 403);
  });
});

describe('without a session', () => {
  test.each(pages)('GET %s redirects to the sign-in page, with `next`', async (path) => {
    const reply = await createFormBrowser(server).open(`${path}?a=b%20c`);
    expect([reply.status, reply.location]).toEqual([303, `/login?next=${encodeURIComponent(`${path}?a=b%20c`)}`]);
  });

  test.each(forms.filter((path) => path.startsWith('/dashboard')))(
    'POST %s redirects to the sign-in page',
    async (path) => {
      const reply = await createFormBrowser(server).submit(path, { name: 'x' });
      expect([reply.status, reply.location]).toEqual([303, '/login']);
    },
  );
});

test.each([
  [
    'unknown',
    [
      ['name', 'Site'],
      ['color', 'red'],
    ],
    '“color”: Unknown field.',
  ],
  [
    'repeated',
    [
      ['name', 'Site'],
      ['name', 'Other'],
    ],
    'Sent more than once.',
  ],
] satisfies [string, [string, string][], string][])(
  'answers 422 for a field that is %s',
  async (_what, fields, message) => {
    const reply = await owner.submit('/dashboard/sites', fields);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain(message);
  },
);

test('rejects a body that is too large, malformed or contains __proto__', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = async (body: string) => (await owner.send('/dashboard/sites', { method: 'POST', headers, body })).status;
  expect(await send(`name=${'a'.repeat(300_000)}`)).toBe(413);
  expect(await send('name=%ff')).toBe(400);
  expect(await send('__proto__=x')).toBe(400);
});

test.each(['/', '/logout', '/dashboard', '/dashboard/keys', '/dashboard/account', '/nowhere'])(
  'GET %s has all headers of a page',
  async (path) => {
    const { headers } = await owner.open(path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  },
);

test('says that baseUrl is missing if a browser sends no Sec-Fetch-Site', async () => {
  const unconfigured = await startService();
  try {
    const browser = createFormBrowser(unconfigured);
    const rejected = await browser.submit('/login', {}, { origin: unconfigured.url });
    expect([rejected.status, wordsOf(rejected)]).toEqual([
      403,
      expect.stringContaining('set `baseUrl` (option) or `BASE_URL`'),
    ]);
    const accepted = await browser.submit('/login', {}, { origin: unconfigured.url, 'sec-fetch-site': 'same-origin' });
    expect(accepted.status).toBe(422);
  } finally {
    await unconfigured.close();
  }
});
