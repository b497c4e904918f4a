import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger.js';
import { assembleServices } from '../../src/instance/assemble-services.js';
import { runCli } from '../support/processes/run-cli.js';
import { createOwner } from '../support/servers/create-owner.js';
import { openDatabase } from '../support/store/open-database.js';
import { newSchema, testSecret } from '../support/store/test-database.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'askwell.db');
});
afterEach(() => rm(folder, { recursive: true }));

const run = (...words: string[]) => runCli(['move', ...words], { cwd: folder, env: { SECRET: testSecret } });

const openServices = () => assembleServices({ database: file, secret: testSecret, logger: silentLogger });

test('texts with NUL characters are reported before anything is moved', async () => {
  const services = openServices();
  await createOwner(services);
  await services.close();
  const database = openDatabase(file);
  database.exec("update askwell_accounts set name = 'a' || char(0) || 'b'");
  database.exec(`insert into askwell_idempotency values (x'00ff', 1, x'', 'x' || char(0), 0)`);
  database.close();
  const { code, stdout, stderr } = await run('--from', file, '--to', newSchema());
  expect(code).toBe(1);
  expect(stdout.split('\n')).toEqual([
    'askwell_accounts (id 1): name contains a NUL character.',
    'askwell_idempotency (slot 00ff): resource contains a NUL character.',
    '',
  ]);
  expect(stderr).toContain('PostgreSQL cannot store NUL characters');
  const again = openServices();
  await again.store.ready();
  await again.close();
});

test.each([
  ['no source', [], 2, /Missing flag --from DATABASE/],
  ['no target', ['--from', 'a.db'], 2, /Missing flag --to DATABASE/],
  ['a missing file', ['--from', 'a.db', '--to', 'postgres://127.0.0.1/a'], 1, /Database not found: a\.db/],
  ['a target to cancel', ['--cancel', '--from', 'a.db', '--to', 'b.db'], 2, /--cancel cannot be combined with --to/],
  ['another kind of URL', ['--from', 'mysql://a:hidden@b/c', '--to', 'a.db'], 2, /not a mysql: URL/],
])('refuses %s', async (_what, words, expected, message) => {
  const { code, stdout, stderr } = await run(...words);
  expect([code, stdout, stderr]).toEqual([expected, '', expect.stringMatching(message)]);
  expect(stderr).not.toContain('hidden');
});

test('refuses two files, an empty schema, and a database that was not moved', async () => {
  await openServices().close();
  const services = openServices();
  await services.store.ready();
  await services.close();
  expect((await run('--from', file, '--to', 'b.db')).stderr).toContain('from a SQLite file to PostgreSQL, or back');
  expect((await run('--from', newSchema(), '--to', 'b.db')).stderr).toContain('has no tables of Askwell');
  expect((await run('--cancel', '--from', file)).stderr).toContain('askwell.db is not the source of a move');
});
