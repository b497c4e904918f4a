import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { serveCli, spawnCli } from '../support/processes/spawn-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let database: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
});
afterEach(() => rm(folder, { recursive: true }));

test('askwell serve prints its URL in one line, answers there, and ends with 0 on SIGTERM', async () => {
  const server = await serveCli(database);
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
  expect((await call(server, 'GET', '/healthz')).status).toBe(200);
  expect((await call(server, 'GET', '/readyz')).status).toBe(200);
  expect((await call(server, 'GET', '/api/v1/me')).status).toBe(401);
  const end = await server.stop();
  expect(end).toEqual({ code: 0, stdout: `Askwell listens on ${server.url}\n`, stderr: '' });
});

test('creates files that only their owner can read, and leaves no temporary files', async () => {
  const server = await serveCli(database);
  const files = ['askwell.db', 'askwell.db-shm', 'askwell.db-wal', 'askwell.db.secret'];
  expect((await readdir(folder)).sort()).toEqual(files);
  for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  await server.stop('SIGINT');
  expect((await readdir(folder)).sort()).toEqual(['askwell.db', 'askwell.db.secret']);
});

test('fails in one line for a port in use, and creates no database', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const end = await spawnCli(['serve', '--port', port], { cwd: folder });
  expect(end).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^askwell: [^\n]+\.\n$/) });
  expect(end.stderr).toContain(`Port ${port} on 127.0.0.1 is in use.`);
  expect(await readdir(folder)).toEqual([]);
  other.close();
});

test('the built command prints the version of the package', async () => {
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  expect(await spawnCli(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});
