import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, makeKey } from '../support/browser/form-browser.js';
import { call } from '../support/http/http-client.js';
import { type ServedCli, serveCli, spawnCli } from '../support/processes/spawn-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let database: string;
let server: ServedCli;

beforeAll(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
  server = await serveCli(database, { after: 'ulimit -f 4000' });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true });
});

test('no raw key, password or session token is found in the database, its WAL, a backup or the logs', async () => {
  const passwords = ['correct horse battery', 'wrong horse battery', 'a third battery'];
  const [password = '', wrong = '', third = ''] = passwords;
  const email = 'owner@example.com';
  const browser = createFormBrowser(server);

  expect((await browser.submit('/register', { name: 'Owner', email, password })).status).toBe(303);
  const tokens = [...browser.cookies.values()];
  await browser.submit('/login', { email, password: wrong });
  await browser.submit('/login', { email, password });
  tokens.push(...browser.cookies.values());
  await browser.submit('/dashboard/account/password', { current_password: password, new_password: third });
  tokens.push(...browser.cookies.values());

  const key = await makeKey(browser, { name: 'A key' });
  const deleted = await makeKey(browser, { name: 'Another key' });
  expect((await call(server, 'GET', '/api/v1/me', { key })).status).toBe(200);
  const unknown = `${deleted.slice(0, -1)}${deleted.endsWith('0') ? '1' : '0'}`;
  expect((await call(server, 'GET', '/api/v1/me', { key: unknown })).status).toBe(401);
  await fillUp(key);

  expect((await spawnCli(['backup', join(folder, 'copy.db')], { env: { DATABASE_URL: database } })).code).toBe(0);
  const end = await server.stop('SIGKILL');
  expect(end.stderr).toContain('"level":"warn"');
  const suffixes = ['', '-limits', '-limits-shm', '-limits-wal', '-processes', '-processes-journal', '-shm', '-wal'];
  expect((await readdir(folder)).sort()).toEqual(
    [...suffixes, '.secret'].map((suffix) => `askwell.db${suffix}`).concat('copy.db'),
  );

  const secrets = [...passwords, ...tokens, ...[key, deleted].map((raw) => raw.slice(4, -6))];
  expect(secrets.every((secret) => secret.length >= 15)).toBe(true);
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
  texts.push(end.stdout, end.stderr);
  // The search finds text that is stored.
  expect(texts.some((text) => text.includes(email))).toBe(true);
  for (const secret of secrets) for (const text of texts) expect(text.includes(secret)).toBe(false);
});

/** Writes until the file cannot grow, so that errors are logged. */
async function fillUp(key: string): Promise<void> {
  const origins = Array.from({ length: 10 }, (_, at) => `https://${'x'.repeat(50)}.example-${at}.com`);
  for (let status = 201, nth = 0; status === 201; nth++) {
    ({ status } = await call(server, 'POST', '/api/v1/sites', { key, body: { name: `${nth}`, origins } }));
  }
}
