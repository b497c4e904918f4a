import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, makeKey } from '../../packages/server-lib/test/support/browser/form-browser.js';
import { startProgram } from '../../packages/server-lib/test/support/processes/start-program.js';

let program;
beforeAll(async () => {
  program = await startProgram({ args: ['server.js'], cwd: import.meta.dirname });
});
afterAll(() => program?.stop());

const call = (path, init) =>
  fetch(`${program.url}/polls/api/v1${path}`, { ...init, headers: { connection: 'close', ...init?.headers } });

test('a user of the app opens the dashboard without another password and creates an API key', async () => {
  const browser = createFormBrowser(program);
  expect((await browser.open('/')).text).toContain('action="/enter"');
  const signedIn = await browser.submit('/enter', { name: 'Owner', email: 'owner@example.com' });
  expect(signedIn).toMatchObject({ status: 303, location: '/polls/dashboard' });

  expect((await browser.open('/polls/dashboard')).status).toBe(200);
  const key = await makeKey(browser, { name: 'Shop' }, '/polls');
  const me = await (await call('/me', { headers: { 'x-api-key': key } })).json();
  expect(me.data).toMatchObject({ name: 'Owner', email: 'owner@example.com' });

  const made = await call('/sites', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Shop' }),
  });
  expect(made.status).toBe(201);
});

test('the dashboard redirects visitors who are not signed in to the app', async () => {
  const page = await createFormBrowser(program).open('/polls/dashboard/keys');
  expect(page.status).toBe(303);
  expect((await call('/me')).status).toBe(401);
});

test('the app answers the requests that are not for Askwell', async () => {
  expect((await fetch(`${program.url}/nothing`, { headers: { connection: 'close' } })).status).toBe(404);
  expect((await fetch(`${program.url}/polls/nothing`, { headers: { connection: 'close' } })).status).toBe(404);
});
