import { expect, test } from 'vitest';
import { createFormBrowser, makeKey, register, wordsOf } from '../../test/support/browser/form-browser.js';
import { startService } from '../../test/support/servers/start-service.js';
import { rowsOf } from '../../test/support/store/stored-rows.js';

test('escapes markup in names, descriptions, sites and URLs', async () => {
  const own = await startService();
  try {
    const bad = `"><script>alert(1)</script><i a='`;
    const browser = createFormBrowser(own);
    await browser.submit('/register', { name: bad, email: `o'b&c@example.com`, password: 'correct horse' });
    await browser.submit('/dashboard/sites', { name: bad });
    await browser.submit('/dashboard/keys', { name: bad, description: bad, site_id: '1' });
    await browser.submit('/dashboard/keys', { name: bad, description: bad, site_id: '1', [bad]: bad });
    const paths = ['/dashboard', '/dashboard/keys', '/dashboard/sites', '/dashboard/sites/1', '/dashboard/account'];
    const responses = [
      ...(await Promise.all(paths.map((path) => browser.open(path)))),
      await browser.open(`/login?next=${encodeURIComponent(`/${bad}`)}`),
      await browser.open(`/dashboard?notice=${encodeURIComponent(bad)}`),
      await browser.submit('/dashboard/keys', { name: bad, description: bad }),
      await browser.submit('/dashboard/keys', { name: '', description: bad, [bad]: bad }),
      await createFormBrowser(own).submit('/register', { name: bad, email: bad, password: bad, next: `/${bad}` }),
      await createFormBrowser(own).submit('/login', { email: bad, password: bad, next: `/${bad}` }),
      await createFormBrowser(own).open('/', { host: bad.replaceAll(/[^\x21-\x7e]/g, '') }),
    ];
    for (const page of responses) {
      expect(page.text).not.toContain('<script>');
      expect(page.text).not.toContain('<i a');
    }
    expect(wordsOf(await browser.open('/dashboard/keys'))).toContain(bad);
    expect(wordsOf(await browser.open('/dashboard/account'))).toContain(`o'b&c@example.com`);
  } finally {
    await own.close();
  }
});

test('writes no API key, password, cookie or IP address to the log or the database', async () => {
  const lines: string[] = [];
  const write = (details: object, message: string) => lines.push(JSON.stringify(details) + message);
  const own = await startService({ logger: { info: write, warn: write, error: write } });
  try {
    const browser = createFormBrowser(own);
    await register(browser);
    const key = await makeKey(browser, { name: 'Key' });
    await browser.submit('/login', { email: 'owner@example.com', password: 'a wrong guess' });
    const cookie = browser.cookies.get('askwell') ?? 'none';
    const stored = JSON.stringify(await rowsOf(own.database)) + lines.join();
    expect(stored).toContain('owner@example.com');
    for (const secret of [key, key.slice(8, -4), cookie, 'correct horse battery', 'a wrong guess', '127.0.0.1']) {
      expect(stored).not.toContain(secret);
    }
  } finally {
    await own.close();
  }
});
