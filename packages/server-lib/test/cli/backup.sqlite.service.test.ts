import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { useServedDatabase } from '../support/processes/served-database.js';
import { startService } from '../support/servers/start-service.js';

const served = useServedDatabase();

test('makes a private copy in one file and reminds the user to back up the secret', async () => {
  const before = await readdir(served.folder);
  const { code, stdout, stderr } = await served.run(['backup', 'copy.db']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Backed up askwell\.db to copy\.db: \d+ kB, checked\.\n.* \/.*\/askwell\.db\.secret too/);
  expect((await readdir(served.folder)).sort()).toEqual([...before, 'copy.db'].sort());
  expect((await stat(join(served.folder, 'copy.db'))).mode & 0o777).toBe(0o600);

  const copy = new Database(join(served.folder, 'copy.db'), { readonly: true });
  expect(copy.pragma('journal_mode', { simple: true })).toBe('delete');
  expect(copy.prepare('select email from askwell_accounts').pluck().all()).toEqual([served.owner.email]);
  expect(copy.prepare('select count(*) from askwell_keys').pluck().get()).toBe(1);
  copy.close();
});

test('makes a copy that opens as a database', async () => {
  await served.run(['backup', 'copy.db']);
  await copyFile(`${served.database}.secret`, join(served.folder, 'copy.db.secret'));
  const { services: restored } = await startService({ database: join(served.folder, 'copy.db'), secret: undefined });
  expect(await restored.accounts.signIn(served.owner, { client: 'test' })).toMatchObject({ email: served.owner.email });
  await restored.close();
});

test('overwrites a file only with --force', async () => {
  const copy = join(served.folder, 'copy.db');
  await writeFile(copy, 'Precious.');
  const refused = await served.run(['backup', 'copy.db']);
  expect(refused.stderr).toContain(`${copy} already exists. Choose another name, or pass --force`);
  expect([refused.code, await readFile(copy, 'utf8')]).toEqual([1, 'Precious.']);
  expect((await served.run(['backup', 'copy.db', '--force'])).code).toBe(0);
  expect((await served.run(['check', '--database-url', 'copy.db'])).code).toBe(0);
});

test('removes the WAL of another database next to the copy, and only with --force', async () => {
  await writeFile(join(served.folder, 'copy.db-wal'), 'Left behind.');
  expect((await served.run(['backup', 'copy.db'])).stderr).toContain('copy.db-wal already exists.');
  expect((await served.run(['backup', 'copy.db', '--force'])).code).toBe(0);
  expect(existsSync(join(served.folder, 'copy.db-wal'))).toBe(false);
});

test('never overwrites a file of the database, by any path', async () => {
  await symlink(served.folder, join(served.folder, 'elsewhere'));
  await symlink(served.database, join(served.folder, 'alias.db'));
  const names = ['askwell.db', 'askwell.db-wal', 'askwell.db.secret', 'elsewhere/askwell.db', 'alias.db'];
  const secret = await readFile(`${served.database}.secret`);
  for (const name of names) {
    const { code, stderr } = await served.run(['backup', name, '--force']);
    expect([name, code]).toEqual([name, 2]);
    expect(stderr).toContain('is part of the database');
  }
  expect(await readFile(`${served.database}.secret`)).toEqual(secret);

  const { code } = await served.run(['backup', 'askwell.db.secret', '--force', '--database-url', 'alias.db']);
  expect([code, await readFile(`${served.database}.secret`)]).toEqual([2, secret]);
  expect(await served.services.accounts.signIn(served.owner, { client: 'test' })).not.toBeNull();
});

test('names a target that cannot be written, and leaves no file', async () => {
  const before = await readdir(served.folder);
  expect((await served.run(['backup', 'missing/copy.db'])).stderr).toMatch(/The folder .*missing does not exist/);
  await mkdir(join(served.folder, 'taken.db'));
  expect((await served.run(['backup', 'taken.db', '--force'])).stderr).toMatch(/taken\.db exists and is not a file/);
  expect((await readdir(served.folder)).sort()).toEqual([...before, 'taken.db'].sort());
});

test('copies free pages too if an index needs a function of the host, and says so', async () => {
  const handle = new Database(served.database);
  handle.function('hosts', { deterministic: true }, (value) => value);
  handle.exec('create table mine (a); create index by_function on mine (hosts(a)); insert into mine values (1)');
  handle.close();
  const { code, stdout } = await served.run(['backup', 'copy.db']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\nThe backup includes free pages of askwell\.db, .* \(no such function: hosts\)\.\n$/);
  expect((await served.run(['check', '--database-url', 'copy.db'])).code).toBe(0);
  expect(await readdir(served.folder)).not.toContain(expect.stringContaining('.part'));
});

test('refuses the database of another application', async () => {
  const other = new Database(join(served.folder, 'other.db'));
  other.exec('create table notes (text text)');
  other.close();
  const { code, stderr } = await served.run(['backup', 'copy.db', '--database-url', 'other.db']);
  expect([code, stderr]).toEqual([
    1,
    'askwell: other.db has no tables of Askwell. Set --database-url to the path of its database.\n',
  ]);
});

test('fails if there is no database, and creates none', async () => {
  const { code, stderr } = await served.run(['backup', 'copy.db', '--database-url', 'typo.db']);
  expect([code, stderr]).toEqual([1, 'askwell: Database not found: typo.db. Set --database-url to its path.\n']);
  expect(existsSync(join(served.folder, 'typo.db'))).toBe(false);
});
