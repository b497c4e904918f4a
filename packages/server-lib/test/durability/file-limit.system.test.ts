import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { codeIn, pageIn } from '../support/http/parse-replies.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { createSite, integrityErrors, type Prepared, prepareDatabase, sitesIn } from './fixture.js';

let prepared: Prepared;
let server: ServedCli;

beforeEach(async () => {
  prepared = await prepareDatabase({ owners: 1, keys: 1 });
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await prepared.end();
});

test('if the file cannot grow, writes fail completely and reads work; writes work again when the file can grow', async () => {
  const [owner] = prepared.owners;
  const key = owner?.keys[0]?.raw ?? '';
  const account = owner?.account ?? 0;

  server = await serveCli(prepared.database, { after: 'ulimit -f 600' });
  let acknowledged = 0;
  let reply = await create(key, acknowledged);
  while (reply.status === 201) reply = await create(key, ++acknowledged);
  expect([reply.status, codeIn(reply)]).toEqual([503, 'unavailable']);
  expect(reply.headers.get('retry-after')).toBe('1');
  expect(acknowledged).toBeGreaterThan(3);
  expect(reply.text).not.toMatch(/sqlite|disk/i);

  expect((await call(server, 'GET', '/readyz')).status).toBe(200);
  expect(pageIn(await call(server, 'GET', '/api/v1/sites?limit=100', { key })).ids.length).toBeGreaterThan(3);
  const end = await server.stop('SIGKILL');
  expect(end.stderr).toContain('"code":"SQLITE_');

  server = await serveCli(prepared.database);
  const names = Array.from({ length: acknowledged }, (_, nth) => nameOf(nth));
  expect([...sitesIn(prepared.database, account).keys()]).toEqual(names);
  expect(await createSite(server, key, 'Written again')).toBeGreaterThan(0);
  expect(integrityErrors(prepared.database)).toEqual([]);
});

function create(key: string, nth: number) {
  const origins = Array.from({ length: 10 }, (_, at) => `https://${'x'.repeat(50)}.example-${at}.com`);
  return call(server, 'POST', '/api/v1/sites', { key, body: { name: nameOf(nth), origins } });
}

function nameOf(nth: number): string {
  return `Site ${nth}`;
}
