import { afterEach, expect, test } from 'vitest';
import { createFormBrowser } from '../../test/support/forms.js';
import { startServer, type TestServer } from '../../test/support/server.js';
import { enabledPagesOf, homeOf } from './enabled-pages.js';
import type { PageOptions } from './page-options.js';

let server: TestServer;
afterEach(() => server.close());

const paths: Readonly<Record<keyof PageOptions, readonly string[]>> = {
  landing: ['/'],
  dashboard: ['/login', '/logout', '/dashboard', '/dashboard/keys', '/dashboard/sites', '/dashboard/account'],
  register: ['/register'],
  docs: ['/docs', '/openapi.json'],
};
const names = ['landing', 'dashboard', 'register', 'docs'] as const;

/** Every way to turn some of the four off. */
const combinations = Array.from({ length: 16 }, (_, bits): PageOptions => {
  return Object.fromEntries(names.map((name, at) => [name, (bits & (1 << at)) !== 0]));
});

/** The paths of this server that a page links to or loads. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/(?:href|src|action)="(\/[^"#]*)/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'));
}

test.each(combinations)('%j: what is off answers 404, and no page links to what is not there', async (pages) => {
  server = await startServer({ pages });
  const surfaces = enabledPagesOf(pages);
  const browser = createFormBrowser(server.url);
  const found: string[] = [];
  for (const name of names) {
    for (const path of paths[name]) {
      const { status, text } = await browser.open(path);
      expect([path, status === 404]).toEqual([path, !surfaces[name]]);
      found.push(...linksIn(text));
    }
  }
  found.push(...linksIn((await browser.open('/nowhere')).text));
  for (const path of new Set(found)) expect([path, (await browser.open(path)).status]).not.toEqual([path, 404]);
  expect((await browser.open('/api/v1/me')).status).toBe(401);
});

test('a path that is turned off is left to the host', async () => {
  server = await startServer({ pages: { landing: false } });
  const { askwell } = server;
  const asked: string[] = [];
  const request = { url: '/', method: 'GET', headers: {}, socket: {} };
  askwell.node(JSON.parse(JSON.stringify(request)), JSON.parse('{}'), () => asked.push('/'));
  expect(asked).toEqual(['/']);
});

test('registration needs a dashboard, and all pages are there by default', async () => {
  server = await startServer();
  expect(enabledPagesOf()).toEqual({ landing: true, dashboard: true, register: true, docs: true });
  expect(enabledPagesOf({ dashboard: false }).register).toBe(false);
  expect(homeOf(enabledPagesOf({ landing: false }), '/x')).toBe('/x/dashboard');
  expect(homeOf(enabledPagesOf({ landing: false, dashboard: false }), '/x')).toBeNull();
});
