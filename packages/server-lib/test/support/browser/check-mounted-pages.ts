import { expect } from 'vitest';
import { type FormBrowser, makeKey } from './form-browser.js';

/** Opens all dashboard pages and checks that every URL starts with the base path. */
export async function checkMountedPages(browser: FormBrowser, base: string): Promise<void> {
  const login = await browser.open(`${base}/dashboard/keys?a=b`);
  expect(login.location).toBe(`${base}/login?next=${encodeURIComponent(`${base}/dashboard/keys?a=b`)}`);
  expect((await browser.open(login.location ?? '')).text).toContain(`value="${base}/dashboard/keys?a=b"`);
  const registered = await browser.submit(`${base}/register`, {
    name: 'Owner',
    email: 'owner@example.com',
    password: 'correct horse battery',
    next: `${base}/dashboard/keys`,
  });
  expect(registered.location).toBe(`${base}/dashboard/keys`);
  expect(registered.headers.get('set-cookie')).toContain(`; Path=${base}; `);
  const key = await makeKey(browser, { name: 'Mounted' }, base);
  expect(key).toMatch(/^ask_/);

  for (const path of [
    '',
    '/dashboard',
    '/dashboard/keys',
    '/dashboard/sites',
    '/dashboard/account',
    '/dashboard/sites/9',
  ]) {
    const { text } = await browser.open(base + path);
    const urls = [...text.matchAll(/\s(?:href|src|action)="([^"#][^"]*)"/g)].map(([, url]) => url ?? '');
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => !url.startsWith(`${base}/`))).toEqual([]);
    for (const asset of urls.filter((url) => url.includes('/assets/'))) {
      const file = await browser.open(asset);
      expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  }
  const signedOut = await browser.submit(`${base}/logout`);
  expect(signedOut.location).toBe(`${base}/login`);
  expect([...browser.cookies.keys()].filter((name) => !name.endsWith('-known'))).toEqual([]);
  expect(signedOut.headers.get('set-cookie')).toContain(`; Path=${base}; `);
}
