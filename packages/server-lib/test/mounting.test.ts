import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { createFormBrowser, makeKey, register } from './support/forms.js';
import { type Program, startProgram } from './support/program.js';

/** The programs on the page, by the heading they stand under. */
const page = await readFile(new URL('../../../docs/mounting.md', import.meta.url), 'utf8');
const hosts = page
  .split(/^## /m)
  .map((section) => ({ name: section.split('\n')[0] ?? '', program: /```js\n(.*?)```/s.exec(section)?.[1] ?? '' }))
  .filter(({ program }) => program.includes('process.env.PORT'));

test('the page has a program for each host that is promised to be run', () => {
  expect(hosts.map(({ name }) => name)).toEqual(['Node', 'Express', 'Fastify', 'Koa', 'Hono']);
});

let running: Program | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

test.each(hosts)('$name, as the page says it, serves pages, forms and JSON below its path', async ({ program }) => {
  running = await startProgram({
    args: ['--input-type=module'],
    cwd: new URL('..', import.meta.url).pathname,
    input: program,
    basePath: '/polls',
  });
  const url = `${running.url}/polls`;
  const close = { connection: 'close' };
  expect((await fetch(`${url}/readyz`, { headers: close })).status).toBe(200);

  const browser = createFormBrowser(url);
  const landing = await browser.open('');
  expect([landing.status, landing.text]).toEqual([200, expect.stringContaining('href="/polls/register"')]);
  await register(browser);
  const headers = { ...close, 'x-api-key': await makeKey(browser, { name: 'Host' }) };

  const body = JSON.stringify({ name: 'Shop', origins: ['https://shop.example.com'] });
  const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  const made = await fetch(`${url}/api/v1/sites`, post);
  expect(made.status).toBe(201);
  const list = await fetch(`${url}/api/v1/sites?limit=1`, { headers });
  expect(await list.json()).toMatchObject({ data: [{ name: 'Shop' }], meta: { next_cursor: null } });

  const broken = await fetch(`${url}/api/v1/sites`, { ...post, body: JSON.stringify({ name: '' }) });
  expect([broken.status, await broken.json()]).toMatchObject([422, { code: 'invalid' }]);
  expect((await fetch(`${url}/api/v1/me`, { headers: close })).status).toBe(401);
  expect((await fetch(`${running.url}/elsewhere`, { headers: close })).status).toBe(404);

  const statuses: number[] = [];
  for (let call = 0; call < 31; call++) {
    const vote = await fetch(`${url}/api/v1/polls/poll_unknown/votes`, { method: 'POST', headers: close });
    statuses.push(vote.status);
  }
  expect(statuses).toEqual([...Array(30).fill(404), 429]);
});
