import { afterEach, expect, test } from 'vitest';
import { createFormBrowser } from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { enabledPagesOf, homeOf } from './enabled-pages.js';
import type { PageOptions } from './page-options.js';

let server: TestServer;
afterEach(() => server.close());

const paths: Readonly<Record<keyof PageOptions, readonly string[]>> = {
  landing: ['/'],
  dashboard: [
    '/login',
    '/logout',
    '/dashboard',
    '/dashboard/keys',
    '/dashboard/developers',
    '/dashboard/sites',
    '/dashboard/account',
  ],
  register: ['/register'],
  docs: ['/docs', '/openapi.json'],
};
const names = ['landing', 'dashboard', 'register', 'docs'] as const;

/** All combinations of enabled and disabled pages. */
const combinations = Array.from({ length: 16 }, (_, bits): PageOptions => {
  return Object.fromEntries(names.map((name, index) => [name, (bits & (1 << index)) !== 0]));
});

/** Returns the paths on this server that a page links to or loads. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/(?:href|src|action)="(\/[^"#]*)/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'));
}

test.each(combinations)('%j: disabled pages answer 404, and no page links to them', async (pages) => {
  server = await startService({ pages });
  const enabledPages = enabledPagesOf(pages);
  const browser = createFormBrowser(server);
  const found: string[] = [];
  for (const name of names) {
    for (const path of paths[name]) {
      const { status, text } = await browser.open(path);
      expect([path, status === 404]).toEqual([path, !enabledPages[name]]);
      found.push(...linksIn(text));
    }
  }
  found.push(...linksIn((await browser.open('/nowhere')).text));
  for (const path of new Set(found)) expect([path, (await browser.open(path)).status]).not.toEqual([path, 404]);
  expect((await browser.open('/api/v1/me')).status).toBe(401);
});

test('passes requests for disabled pages to the host app', async () => {
  server = await startService({ pages: { landing: false } });
  const { askwell } = server;
  const passed: string[] = [];
  const request = { url: '/', method: 'GET', headers: {}, socket: {} };
  askwell.node(JSON.parse(JSON.stringify(request)), JSON.parse('{}'), () => passed.push('/'));
  expect(passed).toEqual(['/']);
});

test('a mounted instance has no landing page and no docs by default; registration requires the dashboard', async () => {
  server = await startService({ pages: { landing: undefined, docs: undefined } });
  const browser = createFormBrowser(server);
  for (const path of ['/', '/docs', '/openapi.json']) expect((await browser.open(path)).status).toBe(404);
  expect((await browser.open('/login')).status).toBe(200);
  expect(enabledPagesOf()).toEqual({ landing: false, dashboard: true, register: true, docs: false });
  expect(enabledPagesOf({ dashboard: false }).register).toBe(false);
  expect(homeOf(enabledPagesOf({ landing: false }), '/x')).toBe('/x/dashboard');
  expect(homeOf(enabledPagesOf({ landing: false, dashboard: false }), '/x')).toBeNull();
});
