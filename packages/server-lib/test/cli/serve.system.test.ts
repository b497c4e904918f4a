import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { sendRaw } from '../support/http/raw-socket.js';
import { type ServedCli, type ServeOptions, serveCli, spawnCli } from '../support/processes/spawn-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let database: string;
const running: ServedCli[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop('SIGKILL')));
  await rm(folder, { recursive: true });
});

async function serve(options: ServeOptions = {}): Promise<ServedCli> {
  const server = await serveCli(database, options);
  running.push(server);
  return server;
}

test('reads settings from environment variables', async () => {
  const { url, child, stop } = await serve({
    env: { HOST: 'localhost', SECRET: 'only-for-tests-'.repeat(3), PORT: 'unread' },
  });
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  expect((await call({ url }, 'GET', '/readyz')).status).toBe(200);
  expect(child.exitCode).toBeNull();
  await stop();
  expect(await readdir(folder)).toEqual(['askwell.db']);
});

test('shows that pages are made with Askwell, unless BRANDING is off', async () => {
  const textOf = async ({ url }: ServedCli) => (await call({ url }, 'GET', '/p/poll_00000000000000000000')).text;
  expect(await textOf(await serve())).toContain('Made with Askwell');
  database = join(folder, 'other.db');
  expect(await textOf(await serve({ env: { BRANDING: 'off' } }))).not.toContain('Askwell');
});

test('creates no file for a database in memory', async () => {
  database = ':memory:';
  const server = await serve({ cwd: folder });
  expect((await call(server, 'GET', '/readyz')).status).toBe(200);
  expect((await server.stop()).code).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test('counts requests by the address that the proxy appends, after a thousand other headers', async () => {
  const server = await serve({ words: ['--trust-proxy', '127.0.0.1'] });
  const vote = (forged: string, last: boolean): string =>
    `POST /api/v1/polls/x/votes HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: ${last ? 'close' : 'keep-alive'}\r\n` +
    `X-Forwarded-For: ${forged}\r\n${'a:\r\n'.repeat(1_000)}X-Forwarded-For: 192.0.2.1\r\n\r\n`;
  const requests = Array.from({ length: 31 }, (_, nth) => vote(`203.0.113.${nth}`, nth === 30));
  const replies = await sendRaw(server, requests.join(''));
  expect([replies.match(/HTTP\/1\.1 404 /g)?.length, replies.match(/HTTP\/1\.1 429 /g)?.length]).toEqual([30, 1]);
});

test('answers malformed requests in the error format, with a request ID', async () => {
  const reply = await sendRaw(await serve(), 'HELLO\r\n\r\n');
  expect(reply).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nx-request-id: \w{20}\r\n[\s\S]*"code":"malformed"\}$/);
});

describe('below a base path', () => {
  test('answers with the path and, for a proxy that strips it, without', async () => {
    const server = await serve({ words: ['--base-url', 'https://example.com/polls'] });
    expect(server.url).toMatch(/:\d+\/polls$/);
    const stripped = { url: new URL(server.url).origin };
    for (const target of [server, stripped]) {
      expect((await call(target, 'GET', '/readyz')).status).toBe(200);
      expect((await call(target, 'GET', '/api/v1/me')).body).toEqual({ message: 'API key is invalid or missing.' });
      expect((await call(target, 'GET', '/nothing')).status).toBe(404);
    }
    const { stdout } = await server.stop();
    expect(stdout).toBe(`Askwell listens on ${server.url}, for https://example.com/polls\n`);
  });

  test('answers below a path with the name of the API', async () => {
    const server = await serve({ words: ['--base-url', 'http://example.com/api'] });
    const stripped = { url: new URL(server.url).origin };
    expect((await call(server, 'GET', '/api/v1/me')).status).toBe(401);
    expect((await call(stripped, 'GET', '/api/v1/me')).status).toBe(401);
  });
});

describe('fails in one line and with exit code 1 for', () => {
  async function failToServe(words: readonly string[], uid?: number): Promise<string> {
    const end = await spawnCli(['serve', ...words], { cwd: folder, ...(uid === undefined ? {} : { uid }) });
    expect(end.stderr).toMatch(/^askwell: [^\n]+\.\n$/);
    expect([end.code, end.stdout]).toEqual([1, '']);
    return end.stderr;
  }

  test('an address that this machine does not have', async () => {
    expect(await failToServe(['--port', '0', '--host', '192.0.2.1'])).toContain(
      'This machine does not have the address 192.0.2.1.',
    );
    expect(await failToServe(['--port', '0', '--host', 'nobody.invalid'])).toContain('the address nobody.invalid.');
  });

  test('a missing folder', async () => {
    const words = ['--port', '0', '--database-url', join(folder, 'missing', 'askwell.db')];
    expect(await failToServe(words)).toContain(`The folder ${join(folder, 'missing')} does not exist. Create it`);
  });

  test('a file that is not a database, and does not change it', async () => {
    await writeFile(database, 'A shopping list.\n'.repeat(100));
    const words = ['--port', '0', '--database-url', database];
    expect(await failToServe(words)).toContain(`${database} is not a SQLite database.`);
    expect((await stat(database)).size).toBe(1700);
    expect(await readdir(folder)).toEqual(['askwell.db']);
  });

  test('a newer schema', async () => {
    const handle = new Database(database);
    handle.pragma('user_version = 1000');
    handle.close();
    const words = ['--port', '0', '--database-url', database];
    expect(await failToServe(words)).toMatch(
      /schema version 1000; .* It was left untouched\. Install the newer Askwell/,
    );
  });

  test('a folder without write permission', async () => {
    await chmod(folder, 0o555);
    const root = process.getuid?.() === 0;
    const words = ['--port', '0', '--database-url', database];
    // Root may write everywhere, so another user runs the command.
    expect(await failToServe(words, root ? 65_534 : undefined)).toContain(folder);
  });
});
