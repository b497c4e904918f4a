import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { sqliteMigrations } from '../../src/db/sqlite/migrations/index.js';
import { useServedDatabase } from '../support/processes/served-database.js';

const served = useServedDatabase();

test('reports that a database in use has no problems', async () => {
  expect(await served.spawn(['check'])).toEqual({
    code: 0,
    stdout: `No problems found in askwell.db (schema version ${sqliteMigrations.length}).\n`,
    stderr: '',
  });
});

test('checks a backup on a read-only disk', async () => {
  const readOnly = join(served.folder, 'read-only');
  await mkdir(readOnly);
  await served.run(['backup', 'read-only/copy.db']);
  await chmod(join(readOnly, 'copy.db'), 0o444);
  await chmod(readOnly, 0o555);
  const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  await chmod(served.folder, 0o755);
  const { code, stdout } = await served.spawn(['check', '--database-url', 'read-only/copy.db'], user);
  expect([code, stdout.split('\n')[0]]).toEqual([
    0,
    `No problems found in copy.db (schema version ${sqliteMigrations.length}).`,
  ]);
  expect(stdout).toMatch(
    /\nThe secret was not compared: ASKWELL_SECRET is not set and .*copy\.db\.secret does not exist\.\n$/,
  );
  expect(await readdir(readOnly)).toEqual(['copy.db']);
  await chmod(readOnly, 0o755);
});

test('refuses a pipe and a folder', async () => {
  execFileSync('mkfifo', [join(served.folder, 'pipe.db')]);
  await mkdir(join(served.folder, 'folder.db'));
  for (const name of ['pipe.db', 'folder.db']) {
    const { code, stderr } = await served.run(['check', '--database-url', name]);
    expect([code, stderr]).toEqual([
      1,
      `askwell: ${name} is not a file. Set --database-url to the path of the database.\n`,
    ]);
  }
});

test('reports a database without permission to read', async () => {
  await served.run(['backup', 'closed.db']);
  await chmod(join(served.folder, 'closed.db'), 0);
  await chmod(served.folder, 0o755);
  // Root may read everything, so another user runs the command.
  const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const { code, stderr } = await served.spawn(['check', '--database-url', 'closed.db'], user);
  expect([code, stderr]).toEqual([
    1,
    'askwell: closed.db cannot be read. Change its permissions, or give another path for the database.\n',
  ]);
});

test('reports a row that refers to a missing row', async () => {
  const handle = new Database(served.database);
  handle.pragma('foreign_keys = OFF');
  handle.exec('update askwell_keys set account_id = 4711');
  handle.close();
  const { code, stdout } = await served.run(['check']);
  expect(stdout).toBe('A row of askwell_keys (1) refers to a missing row of askwell_accounts.\n');
  expect(code).toBe(1);
});

test('reports missing and changed parts of the schema', async () => {
  const handle = new Database(served.database);
  handle.exec('drop index askwell_idempotency_by_age');
  handle.exec('drop index askwell_keys_by_account');
  handle.exec('create index askwell_keys_by_account on askwell_keys (id)');
  handle.exec('create trigger notices after insert on askwell_keys begin select 1; end');
  handle.close();
  const { code, stdout } = await served.run(['check']);
  expect(stdout.split('\n')).toEqual([
    'The index askwell_idempotency_by_age is missing.',
    'The index askwell_keys_by_account differs from the schema of Askwell: it has "askwell_keys (id)" instead of "askwell_keys (account_id, id)".',
    '',
  ]);
  expect(code).toBe(1);
});

/** Changes the first page of a table in a copy of the database. */
async function damageCopy(table: string, change: (page: Buffer) => void): Promise<{ file: string; bytes: Buffer }> {
  await served.run(['backup', 'copy.db']);
  const file = join(served.folder, 'copy.db');
  const handle = new Database(file, { readonly: true });
  const root = handle.prepare<[string], number>('select rootpage from sqlite_schema where name = ?').pluck().get(table);
  handle.close();
  const bytes = await readFile(file);
  const end = (root ?? 1) * 4096;
  change(bytes.subarray(end - 4096, end));
  await writeFile(file, bytes);
  return { file, bytes };
}

test('reports an index that differs from its table', async () => {
  await damageCopy('askwell_accounts', (page) => page.write('x', page.lastIndexOf(served.owner.email)));
  const { code, stdout } = await served.run(['check', '--database-url', 'copy.db']);
  expect(stdout).toMatch(/^row 1 missing from index sqlite_autoindex_askwell_accounts_\d\n/);
  expect(code).toBe(1);
});

test('reports a damaged page, and does not change it', async () => {
  const { file, bytes } = await damageCopy('askwell_keys', (page) => page.fill(0xff));
  const { code, stdout, stderr } = await served.run(['check', '--database-url', 'copy.db']);
  expect(stdout).toContain('Could not check whether askwell_keys and its indexes are sound (SQLITE_CORRUPT).');
  expect([code, stderr, await readFile(file)]).toEqual([1, '', bytes]);
});

test('reports a damaged page of a table of the host, and refuses to back it up', async () => {
  const handle = new Database(served.database);
  handle.exec("create table mine (a); insert into mine values ('one'), ('two'), ('three')");
  handle.close();
  // The pointer to the first cell now equals the pointer to the second cell.
  await damageCopy('mine', (page) => page.copyWithin(8, 10, 12));
  const { code, stdout } = await served.run(['check', '--database-url', 'copy.db']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Tree \d+ page \d+/);
  const again = await served.run(['backup', 'again.db', '--database-url', 'copy.db']);
  expect(again.code).toBe(1);
  expect(again.stderr).toMatch(/No backup was made, because the copy is damaged: Tree \d+ page \d+/);
});

test('reports each damaged page in one line, without a heading', async () => {
  const freePages = 36;
  await damageCopy('sqlite_schema', (page) => page.writeUInt32BE(3, freePages));
  const { code, stdout } = await served.run(['check', '--database-url', 'copy.db']);
  expect([code, stdout]).toEqual([1, 'Freelist: size is 0 but should be 3\n']);
});

test('reports a newer schema, and does not change the file', async () => {
  await served.run(['backup', 'copy.db']);
  const copy = join(served.folder, 'copy.db');
  const handle = new Database(copy);
  handle.pragma('user_version = 1000');
  handle.close();
  const before = await readFile(copy);
  const { code, stdout } = await served.run(['check', '--database-url', 'copy.db']);
  expect(stdout).toMatch(/^The schema version is 1000, but this version of Askwell supports up to \d+/);
  expect([code, await readFile(copy)]).toEqual([1, before]);
});

test('checks the WAL that a crash left', async () => {
  for (const suffix of ['', '-wal'])
    await copyFile(served.database + suffix, join(served.folder, `crashed.db${suffix}`));
  const { code, stdout } = await served.run(['check', '--database-url', 'crashed.db']);
  expect([code, stdout.split('\n')[0]]).toEqual([
    0,
    `No problems found in crashed.db (schema version ${sqliteMigrations.length}).`,
  ]);
});
