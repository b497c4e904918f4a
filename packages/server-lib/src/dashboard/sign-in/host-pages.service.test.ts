import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { HostUser } from '../../http/host-user.js';
import type { AskwellOptions } from '../../instance/options/options.js';

const ada: HostUser = { id: 'u1', name: 'Ada', email: 'ada@example.com' };
const mail = new Mailbox();
/** A browser whose paths have the base path, as links on pages do. */
const browserOf = ({ fetch }: TestServer, headers = {}) =>
  createFormBrowser({ url: 'http://localhost', fetch }, headers);

let server: TestServer;
let browser: FormBrowser;
let user: HostUser | null;

async function start(options: Partial<AskwellOptions> = {}): Promise<void> {
  user = ada;
  server = await startService({
    baseUrl: 'https://app.example.com/polls',
    getUser: () => user,
    pages: { landing: false, docs: false },
    email: { url: mail.url, from: 'Polls <noreply@example.com>' },
    ...options,
  });
  browser = browserOf(server);
}
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

describe('where the host app signs its users in', () => {
  test.each(['/dashboard', '/dashboard/account', '/dashboard/keys', '/dashboard/developers', '/nowhere'])(
    'no page offers to sign out, to register, or to use a password: %s',
    async (path) => {
      await start();
      const { text } = await browser.open(`/polls${path}`);
      expect(text).not.toMatch(
        /Sign out|Create account|type="password"|\/(?:register|forgot-password|reset-password)"/,
      );
      expect(text).not.toMatch(/account\/(?:email|name|password)"|Signed-in browsers/);
    },
  );

  test('the pages for passwords do not exist for signed-out users, not even with the link of an email', async () => {
    await start();
    user = null;
    for (const path of ['/login', '/register', '/forgot-password', '/reset-password?token=0123456789abcdef']) {
      const page = await browser.open(`/polls${path}`);
      expect([path, page.status, wordsOf(page)]).toEqual([
        path,
        200,
        expect.stringContaining('Sign in to the app first'),
      ]);
      expect(page.text).not.toContain('<form');
    }
    for (const path of ['/login', '/register', '/forgot-password', '/reset-password'])
      expect((await browser.submit(`/polls${path}`, { email: 'ada@example.com', password: 'x' })).status).toBe(403);
  });

  test('an account with an old password is deleted without it, and a redirect does not create it again', async () => {
    await start({ homeUrl: '/home' });
    const id = await server.services.accounts.register(
      { name: 'Ada', email: 'ada@example.com', password: 'long enough' },
      'x',
    );
    await server.askwell.accounts.ensure({ externalId: 'u1', name: 'Ada', email: 'ada@example.com', linkEmail: true });
    await server.services.accounts.resetPassword('ada@example.com', 'correct horse battery');
    const page = await browser.open('/polls/dashboard/account');
    expect(page.text).not.toContain('type="password"');
    expect(
      (
        await browser.submit('/polls/dashboard/account/password', {
          current_password: 'correct horse battery',
          new_password: 'another long one',
        })
      ).status,
    ).toBe(403);
    const reply = await browser.submit('/polls/dashboard/account/delete', { email: 'ada@example.com' });
    expect([reply.status, wordsOf(reply)]).toEqual([200, expect.stringContaining('Account deleted')]);
    expect(reply.text).toContain('<a class="button primary" href="/home"><span>Back to the app</span></a>');
    await expect(server.askwell.accounts.get({ id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(server.askwell.accounts.get('u1')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a signed-out user', () => {
  test.each([
    ['/sign-in', '/sign-in?next=%2Fpolls%2Fdashboard%2Fkeys%3Fa%3D1'],
    ['/sign-in?to={next}', '/sign-in?to=%2Fpolls%2Fdashboard%2Fkeys%3Fa%3D1'],
    ['https://app.example.com/sign-in', 'https://app.example.com/sign-in?next=%2Fpolls%2Fdashboard%2Fkeys%3Fa%3D1'],
    [
      'https://auth.example.com/sign-in',
      'https://auth.example.com/sign-in?next=https%3A%2F%2Fapp.example.com%2Fpolls%2Fdashboard%2Fkeys%3Fa%3D1',
    ],
  ])('is redirected to signInUrl %s with the requested page', async (signInUrl, location) => {
    await start({ signInUrl });
    user = null;
    expect((await browser.open('/polls/dashboard/keys?a=1')).location).toBe(location);
    expect((await browser.open('/polls/login?next=%2Fpolls%2Fdashboard%2Fkeys%3Fa%3D1')).location).toBe(location);
    expect((await browser.submit('/polls/dashboard/keys', { name: 'x' })).location).toMatch(
      /sign-in\?\w+=.*dashboard$/,
    );
    // Browsers apply form-action to redirects of forms too.
    user = ada;
    const policy = (await browser.open('/polls/dashboard/keys')).headers.get('content-security-policy') ?? '';
    expect(policy.includes("form-action 'self' https://auth.example.com;")).toBe(signInUrl.startsWith('https://auth'));
  });

  test('sees a page that says what to do, with a note for developers outside of production', async () => {
    await start({ brand: { name: 'Example' }, homeUrl: 'https://www.example.com/' });
    user = null;
    expect((await browser.open('/polls/dashboard')).location).toBe('/polls/login?next=%2Fpolls%2Fdashboard');
    const page = await browser.open('/polls/login');
    expect(wordsOf(page)).toContain('Sign in to Example first You sign in here through Example . Sign in there');
    expect(page.text).toContain(
      '<a class="button primary" href="https://www.example.com/"><span>Back to <bdi>Example</bdi></span></a>',
    );
    expect(wordsOf(page)).toContain('For developers: getUser returned null for this request. Set signInUrl');
    vi.stubEnv('NODE_ENV', 'production');
    expect(wordsOf(await browser.open('/polls/login'))).not.toContain('developers');
  });
});

describe('a brand', () => {
  const brand = { name: 'Example & <Sons>', logo: 'https://cdn.example.com/logo.svg', accent: '#0A7D5A' };

  test.each(['/dashboard', '/dashboard/account', '/dashboard/keys', '/logout', '/nowhere'])(
    'has its name, logo, accent and link back on %s',
    async (path) => {
      await start({ brand, homeUrl: '/home' });
      const { text, headers } = await browser.open(`/polls${path}`);
      expect(text).toContain(
        '<img class="logo" src="https://cdn.example.com/logo.svg" alt=""><bdi>Example &amp; &lt;Sons&gt;</bdi>',
      );
      expect(text).toMatch(/<title>[^<]+ · Example &amp; &lt;Sons&gt;<\/title>/);
      expect(text).not.toContain('Askwell</');
      expect(text).toContain('href="/home"');
      const sheet =
        /href="(\/polls\/embed\/designs\/[^"]+)"/.exec(text)?.[1] ?? expect.unreachable('There is a sheet.');
      const css = await browser.open(sheet);
      expect([css.status, css.text]).toEqual([200, expect.stringContaining('--askwell-accent:#0a7d5a')]);
      expect(headers.get('content-security-policy')).toContain("img-src https://cdn.example.com 'self' data:;");
    },
  );

  test('with a logo of the app adds nothing to the policy', async () => {
    await start({ brand: { name: 'Example', logo: '/logo.svg' } });
    const { headers, text } = await browser.open('/polls/dashboard');
    expect(text).toContain('src="/logo.svg"');
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data:;");
  });

  test('gives hosted pages its accent, unless they have their own', async () => {
    await start({ brand });
    const options = ['a', 'b'];
    await browser.open('/polls/dashboard');
    const plain = await server.askwell.polls.create('u1', { title: 'Plain', options });
    const red = await server.askwell.polls.create('u1', { title: 'Red', options, design: { accent: '#aa0000' } });
    const sheetOf = async (path: string) => /designs\/\w+\/([0-9a-f]{6})-/.exec((await browser.open(path)).text)?.[1];
    expect(await sheetOf(`/polls/p/${plain.id}`)).toBe('0a7d5a');
    expect(await sheetOf(`/polls/p/${red.id}`)).toBe('aa0000');
    expect(await sheetOf('/polls/p/poll_00000000000000000000')).toBe('0a7d5a');
  });
});

test.each([
  [{ brand: { name: ' ' } }, /^brand\.name: /],
  [{ brand: { name: 'Example', logo: 'http://example.com/logo.svg' } }, /^brand\.logo: /],
  [{ brand: { name: 'Example', logo: 'https://a;b.example/logo.svg' } }, /^brand\.logo: /],
  [{ brand: { name: 'Example', logo: "https://example.com; script-src 'unsafe-inline'" } }, /^brand\.logo: /],
  [{ brand: { name: 'Example', logo: '//example.com/logo.svg' } }, /^brand\.logo: /],
  [{ brand: { name: 'Example', accent: 'red' } }, /^brand\.accent: /],
  [{ homeUrl: 'javascript:alert(1)' }, /^homeUrl: /],
  [{ homeUrl: '//evil.example' }, /^homeUrl: /],
] satisfies [Partial<AskwellOptions>, RegExp][])('refuses the options %j', async (options, message) => {
  await expect(start(options)).rejects.toThrow(message);
});
