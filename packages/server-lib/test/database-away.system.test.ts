import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { call } from './support/http/http-client.js';
import { codeIn, idIn, pageIn } from './support/http/parse-replies.js';
import { createOwner } from './support/servers/create-owner.js';
import { type SocketServer, startServer } from './support/servers/start-server.js';
import { lockForeignly } from './support/store/foreign-lock.js';
import { temporaryFolder } from './support/temporary-folder.js';

let server: SocketServer;

afterEach(() => server.close());

function createSite(key: string, name: string) {
  const origins = Array.from({ length: 10 }, (_, at) => `https://${'x'.repeat(60)}.example-${at}.com`);
  return call(server, 'POST', '/api/v1/sites', { key, body: { name, origins } });
}

describe('while another process holds the write lock', () => {
  test('reads are answered at once, and a write after the lock is released', async () => {
    server = await startServer();
    const key = await (await createOwner(server.services)).key();
    const lock = await lockForeignly(server.database);
    let answered = false;
    const writing = createSite(key, 'Waits').then((answer) => {
      answered = true;
      return answer;
    });
    for (let nth = 0; nth < 20; nth++) {
      expect((await call(server, 'GET', '/api/v1/me', { key })).status).toBe(200);
      expect((await call(server, 'GET', '/readyz')).status).toBe(200);
    }
    expect(answered).toBe(false);
    await lock.release();
    expect((await writing).status).toBe(201);
  });

  test('a lock that is held too long leads to 503 without a write, and never to 401', async () => {
    server = await startServer();
    const key = await (await createOwner(server.services)).key();
    const lock = await lockForeignly(server.database);
    const refused = await Promise.all([createSite(key, 'A'), createSite(key, 'B')]);
    for (const answer of refused) {
      expect([answer.status, codeIn(answer), answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    }
    await lock.release();
    expect((await createSite(key, 'C')).status).toBe(201);
    expect(pageIn(await call(server, 'GET', '/api/v1/sites', { key })).ids).toHaveLength(1);
  });
});

describe('while the disk is full', () => {
  test.each([
    ['a database in memory', () => ':memory:'],
    ["a file behind a host's handle", (folder: string) => join(folder, 'host.db')],
  ])('%s: writes fail with 503, reads work, and writes work again once there is space', async (_, fileIn) => {
    const folder = await temporaryFolder();
    const handle = new Database(fileIn(folder));
    server = await startServer({ database: handle, writer: 'inline' });
    const key = await (await createOwner(server.services)).key();
    const pages = Number(handle.pragma('page_count', { simple: true }));
    handle.pragma(`max_page_count = ${pages + 4}`);

    let answer = await createSite(key, 'First');
    let last = 0;
    for (; answer.status === 201; answer = await createSite(key, 'More')) last = idIn(answer);
    expect([answer.status, codeIn(answer)]).toEqual([503, 'unavailable']);
    const together = await Promise.all(Array.from({ length: 20 }, (_, nth) => createSite(key, `${nth}`)));
    expect(new Set(together.map(({ status }) => status))).toEqual(new Set([503]));

    expect((await call(server, 'GET', `/api/v1/sites/${last}`, { key })).status).toBe(200);
    expect(pageIn(await call(server, 'GET', '/api/v1/sites?limit=1', { key })).ids).toEqual([last]);
    expect(handle.pragma('integrity_check', { simple: true })).toBe('ok');

    handle.pragma(`max_page_count = ${pages + 1000}`);
    expect(idIn(await createSite(key, 'Written again'))).toBe(last + 1);
    await server.close();
    handle.close();
    await rm(folder, { recursive: true });
  });
});
