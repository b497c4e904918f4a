import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger.js';
import { assembleServices } from '../../src/instance/assemble-services.js';
import { createFormBrowser } from '../support/browser/form-browser.js';
import { call } from '../support/http/http-client.js';
import { type InstanceProcess, startInstanceProcess } from '../support/postgres/instance-process.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { testSecret } from '../support/store/test-database.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let database: string;
let owner: Owner;
let key: string;
let running: InstanceProcess[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
  const services = assembleServices({ database, secret: testSecret, registration: 'open', logger: silentLogger });
  owner = await createOwner(services);
  key = await owner.key();
  await services.close();
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function serve(): Promise<InstanceProcess> {
  const server = await startInstanceProcess(database, testSecret, { accountRequests: 50 });
  running.push(server);
  return server;
}

const signIn = async (server: InstanceProcess, password: string): Promise<number> =>
  (await createFormBrowser(server).submit('/login', { email: owner.email, password })).status;

test('two processes over one file count wrong passwords together, and a later process continues with the counts', async () => {
  const servers = await Promise.all([serve(), serve()]);
  const [first, second] = servers;
  expect(await signIn(first, owner.password)).toBe(303);
  const wrong = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => signIn(nth % 2 === 0 ? first : second, 'a wrong password')),
  );
  expect(new Set(wrong)).toEqual(new Set([422]));
  for (const server of servers) expect(await signIn(server, owner.password)).toBe(429);
  await first.stop('SIGKILL');
  await second.stop();
  expect(await signIn(await serve(), owner.password)).toBe(429);
});

test('two processes over one file count the requests of an account together', async () => {
  const me = async (server: InstanceProcess) => (await call(server, 'GET', '/api/v1/me', { key })).status;
  const first = await serve();
  const before = await Promise.all(Array.from({ length: 20 }, () => me(first)));
  const second = await serve();
  const after = await Promise.all(Array.from({ length: 60 }, (_, nth) => me(nth % 2 === 0 ? first : second)));
  const countOf = (status: number) => [...before, ...after].filter((found) => found === status).length;
  expect([200, 429].map(countOf)).toEqual([50, 30]);
});
