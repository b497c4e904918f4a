import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Logger } from '../../src/base/logger.js';
import { createAskwell } from '../../src/create-askwell.js';
import { assembleServices } from '../../src/instance/assemble-services.js';
import { runCli } from '../support/processes/run-cli.js';
import { serveCli, spawnCli } from '../support/processes/spawn-cli.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const other = 'another secret that has more than 32 characters';

let folder: string;
let database: string;
let owner: Owner;

// A database whose secret is in the file next to it.
beforeEach(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
  const services = assembleServices({ database });
  owner = await createOwner(services);
  await services.close();
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs `askwell serve`, which is expected to fail. */
function serveAndFail(words: readonly string[] = [], env: Record<string, string> = {}) {
  return spawnCli(['serve', '--port', '0', '--database-url', database, ...words], { env });
}

test('a server refuses to start with another secret and says what to do', async () => {
  const { code, stdout, stderr } = await serveAndFail([], { SECRET: other });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^askwell: This database was created with another secret\. Set the secret of the database/m);
  expect(stderr).toMatch(/"askwell serve --new-secret".*tickets issued before are invalid/);
  expect(stderr).not.toContain(other);
});

test('a server refuses to start without the secret of a restored database, and creates no other', async () => {
  const secret = await readFile(`${database}.secret`);
  await rm(`${database}.secret`);
  const { code, stderr } = await serveAndFail();
  expect(code).toBe(1);
  expect(stderr).toContain(
    `${database}.secret is missing. It contains the secret that this database was created with.`,
  );
  expect(existsSync(`${database}.secret`)).toBe(false);

  await writeFile(`${database}.secret`, secret);
  const server = await serveCli(database);
  expect((await server.stop()).code).toBe(0);
});

test('--new-secret replaces the secret, and logs the consequences', async () => {
  const server = await serveCli(database, { words: ['--new-secret'], env: { SECRET: other } });
  const { code, stderr } = await server.stop();
  expect(code).toBe(0);
  expect(stderr).toMatch(/"The secret of the database is replaced: tickets issued before are invalid/);

  expect((await serveAndFail()).code).toBe(1);
  const again = await serveCli(database, { env: { SECRET: other } });
  expect(await again.stop()).toMatchObject({ code: 0, stderr: '' });
});

test('--new-secret creates a new secret for a lost one', async () => {
  await rm(`${database}.secret`);
  expect((await (await serveCli(database, { words: ['--new-secret'] })).stop()).code).toBe(0);
  expect((await (await serveCli(database)).stop()).code).toBe(0);
  expect(existsSync(`${database}.secret`)).toBe(true);
});

test('a database of an earlier version adopts the secret of the next start', async () => {
  const { default: Database } = await import('better-sqlite3');
  const handle = new Database(database);
  handle.exec('delete from askwell_secret');
  handle.close();
  expect((await (await serveCli(database, { env: { SECRET: other } })).stop()).code).toBe(0);
  expect((await serveAndFail()).code).toBe(1);
});

test('the check compares the secret, or says why it cannot', async () => {
  const check = (words: readonly string[] = [], env = {}) =>
    runCli(['check', '--database-url', database, ...words], { env });
  expect(await check()).toMatchObject({ code: 0, stdout: expect.not.stringContaining('compared') });
  const mismatch = await check([], { SECRET: other });
  expect(mismatch.code).toBe(1);
  expect(mismatch.stdout).toMatch(/^SECRET is not the secret of askwell\.db\. /);
  await writeFile(`${database}.secret`, `${other}\n`);
  expect((await check()).stdout).toContain(`The secret in ${database}.secret is not the secret of askwell.db.`);
  await rm(`${database}.secret`);
  const { code, stdout } = await check();
  expect(code).toBe(0);
  expect(stdout).toMatch(/\nThe secret was not compared: ASKWELL_SECRET is not set and .* does not exist\.\n$/);
});

test('commands that need no secret work without it', async () => {
  await rm(`${database}.secret`);
  const { code } = await runCli(['reset-password', owner.email, '--database-url', database], {
    input: 'a new pass phrase\n',
  });
  expect(code).toBe(0);
  expect(existsSync(`${database}.secret`)).toBe(false);
});

test.each(['worker', 'inline'])(
  'with another secret and a writer of the type %s, ready() rejects, requests get 503, and the reason is logged',
  async (writer) => {
    const logged: string[] = [];
    const note = (_details: object, message: string) => void logged.push(JSON.stringify([_details, message]));
    const logger: Logger = { info: note, warn: note, error: note };
    const askwell = createAskwell({
      database,
      secret: other,
      logger,
      ...(writer === 'inline' ? { writer: 'inline' } : {}),
    });
    await expect(askwell.ready()).rejects.toThrow('This database was created with another secret.');
    const reply = await askwell.fetch(new Request('http://localhost/api/v1/me', { headers: { 'x-api-key': 'ask_x' } }));
    expect([reply.status, (await askwell.fetch(new Request('http://localhost/readyz'))).status]).toEqual([401, 503]);
    const login = await askwell.fetch(
      new Request('http://localhost/api/v1/polls/poll_00000000000000000000/votes', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"choices":["o1"]}',
      }),
    );
    expect(login.status).toBe(503);
    expect(logged.join('\n')).toContain('This database was created with another secret.');
    expect(logged.join('\n')).not.toContain(other);
    await askwell.close();
  },
);

test('a handle of the host is refused as well, and can replace the secret', async () => {
  const { default: Database } = await import('better-sqlite3');
  const handle = new Database(database);
  const logger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
  const refused = createAskwell({ database: handle, secret: other, logger, writer: 'inline' });
  await expect(refused.ready()).rejects.toThrow('This database was created with another secret.');
  await refused.close();
  const replaced = createAskwell({ database: handle, secret: other, newSecret: true, logger, writer: 'inline' });
  await replaced.ready();
  await replaced.close();
  handle.close();
});

test('of two processes that start with different secrets on a new database, the second one fails', async () => {
  const fresh = join(folder, 'fresh.db');
  const first = await serveCli(fresh, { env: { SECRET: `${other} one` } });
  const second = await spawnCli(['serve', '--port', '0', '--database-url', fresh], { env: { SECRET: `${other} two` } });
  expect(second.code).toBe(1);
  expect((await first.stop()).code).toBe(0);
});
