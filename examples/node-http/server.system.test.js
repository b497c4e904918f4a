import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, makeKey, register } from '../../packages/server-lib/test/support/browser/form-browser.js';
import { startProgram } from '../../packages/server-lib/test/support/processes/start-program.js';

let program;
let key;

beforeAll(async () => {
  program = await startProgram({ args: ['server.js'], cwd: import.meta.dirname });
  const browser = createFormBrowser(program);
  await register(browser);
  key = await makeKey(browser, { name: 'Reports' });
});
afterAll(() => program?.stop());

const get = (path, headers = {}) => fetch(program.url + path, { headers: { connection: 'close', ...headers } });

test('the app and Askwell accept the same API key', async () => {
  const own = await get('/reports', { 'x-api-key': key });
  expect(own.status).toBe(200);
  expect(await own.json()).toEqual({ reports: [], account: 'Owner' });
  expect((await get('/api/v1/me', { 'x-api-key': key })).status).toBe(200);
});

test('the app refuses a request without an API key like Askwell', async () => {
  const own = await get('/reports');
  expect([own.status, await own.json()]).toEqual([401, await (await get('/api/v1/me')).json()]);
});

test('the app limits its public route to thirty requests a minute', async () => {
  const statuses = [];
  for (let call = 0; call < 31; call++) {
    const reply = await fetch(`${program.url}/feedback`, { method: 'POST', headers: { connection: 'close' } });
    statuses.push(reply.status);
    if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array(30).fill(202), 429]);
});

test('the program exits on SIGTERM', async () => {
  const other = await startProgram({ args: ['server.js'], cwd: import.meta.dirname });
  expect((await fetch(`${other.url}/readyz`, { headers: { connection: 'close' } })).status).toBe(200);
  expect(await other.stop()).toMatchObject({ code: 0, signal: null });
});
