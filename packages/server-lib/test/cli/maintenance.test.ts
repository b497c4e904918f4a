import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Session } from '../../src/access/session.js';
import { assembleServices, type Services } from '../../src/assemble-services.js';
import { migrations } from '../../src/store/sqlite/migrations/index.js';
import { type CliEnd, type CliOptions, cliFile, runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/folder.js';
import { createOwner, type Owner } from '../support/owner.js';

let folder: string;
let database: string;
let services: Services;
let owner: Owner;

/** The house stays open, as a server's would, while commands run beside it. */
beforeEach(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
  services = assembleServices({ database });
  owner = await createOwner(services);
  await owner.key();
});
afterEach(async () => {
  await services.close();
  await rm(folder, { recursive: true });
});

function run(words: readonly string[], options: CliOptions = {}): Promise<CliEnd> {
  return runCli(words, { cwd: folder, ...options });
}

function mode(permissions: { mode: number }): number {
  return permissions.mode & 0o777;
}

describe('backup', () => {
  test('the copy is whole, in one file, for the owner alone, and the secret is spoken of', async () => {
    const before = await readdir(folder);
    const { code, stdout, stderr } = await run(['backup', 'copy.db']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Backed up askwell\.db to copy\.db: \d+ kB, checked\.\n.* \/.*\/askwell\.db\.secret as/);
    expect((await readdir(folder)).sort()).toEqual([...before, 'copy.db'].sort());
    expect(mode(await stat(join(folder, 'copy.db')))).toBe(0o600);

    const copy = new Database(join(folder, 'copy.db'), { readonly: true });
    expect(copy.pragma('journal_mode', { simple: true })).toBe('delete');
    expect(copy.prepare('select email from askwell_accounts').pluck().all()).toEqual([owner.email]);
    expect(copy.prepare('select count(*) from askwell_keys').pluck().get()).toBe(1);
    copy.close();
  });

  test('it serves as a database', async () => {
    await run(['backup', 'copy.db']);
    await copyFile(`${database}.secret`, join(folder, 'copy.db.secret'));
    const restored = assembleServices({ database: join(folder, 'copy.db') });
    expect(await restored.accounts.signIn(owner, { client: 'test' })).toMatchObject({ email: owner.email });
    await restored.close();
  });

  test('what is there is not overwritten, unless that is asked for', async () => {
    const copy = join(folder, 'copy.db');
    await writeFile(copy, 'Precious.');
    const refused = await run(['backup', 'copy.db']);
    expect(refused.stderr).toContain(`${copy} exists already. Give another name, or --force`);
    expect([refused.code, await readFile(copy, 'utf8')]).toEqual([1, 'Precious.']);
    expect((await run(['backup', 'copy.db', '--force'])).code).toBe(0);
    expect((await run(['check', '--database-url', 'copy.db'])).code).toBe(0);
  });

  test("another database's WAL beside the name is never taken for the copy's", async () => {
    await writeFile(join(folder, 'copy.db-wal'), 'Left behind.');
    expect((await run(['backup', 'copy.db'])).stderr).toContain('copy.db-wal exists already.');
    expect((await run(['backup', 'copy.db', '--force'])).code).toBe(0);
    expect(existsSync(join(folder, 'copy.db-wal'))).toBe(false);
  });

  test('the database and what belongs to it are never overwritten, by whatever name', async () => {
    await symlink(folder, join(folder, 'elsewhere'));
    await symlink(database, join(folder, 'alias.db'));
    const names = ['askwell.db', 'askwell.db-wal', 'askwell.db.secret', 'elsewhere/askwell.db', 'alias.db'];
    const secret = await readFile(`${database}.secret`);
    for (const name of names) {
      const { code, stderr } = await run(['backup', name, '--force']);
      expect([name, code]).toEqual([name, 2]);
      expect(stderr).toContain('belongs to the database itself');
    }
    expect(await readFile(`${database}.secret`)).toEqual(secret);

    const { code } = await run(['backup', 'askwell.db.secret', '--force', '--database-url', 'alias.db']);
    expect([code, await readFile(`${database}.secret`)]).toEqual([2, secret]);
    expect(await services.accounts.signIn(owner, { client: 'test' })).not.toBeNull();
  });

  test('where it can not be written is said, and nothing is left behind', async () => {
    const before = await readdir(folder);
    expect((await run(['backup', 'missing/copy.db'])).stderr).toMatch(/The folder .*missing does not exist/);
    await mkdir(join(folder, 'taken.db'));
    expect((await run(['backup', 'taken.db', '--force'])).stderr).toMatch(/taken\.db is there and is no file/);
    expect((await readdir(folder)).sort()).toEqual([...before, 'taken.db'].sort());
  });

  test('too little room is said, and nothing is left behind', async () => {
    const before = await readdir(folder);
    const { code, stderr } = await run(['backup', 'copy.db'], { after: 'ulimit -f 16' });
    expect(stderr).toMatch(/^askwell: [^\n]+ has too little room for a backup, or its disk fails \(SQLITE_\w+\)\.\n$/);
    expect([code, await readdir(folder)]).toEqual([1, before]);
  });

  test("where an index needs a function of the host's, the pages are copied as they are, and that is said", async () => {
    const handle = new Database(database);
    handle.function('hosts', { deterministic: true }, (value) => value);
    handle.exec('create table mine (a); create index by_function on mine (hosts(a)); insert into mine values (1)');
    handle.close();
    const { code, stdout } = await run(['backup', 'copy.db']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nIt has the free pages of askwell\.db too, .* \(no such function: hosts\)\.\n$/);
    expect((await run(['check', '--database-url', 'copy.db'])).code).toBe(0);
    expect(await readdir(folder)).not.toContain(expect.stringContaining('.part'));
  });

  test('a copy of something else is refused', async () => {
    const other = new Database(join(folder, 'other.db'));
    other.exec('create table notes (text text)');
    other.close();
    const { code, stderr } = await run(['backup', 'copy.db', '--database-url', 'other.db']);
    expect([code, stderr]).toEqual([1, "askwell: There is nothing of Askwell's in other.db.\n"]);
  });

  test('without a database there is nothing to copy, and none is made', async () => {
    const { code, stderr } = await run(['backup', 'copy.db', '--database-url', 'typo.db']);
    expect([code, stderr]).toEqual([
      1,
      'askwell: There is no database at typo.db. Give its path with --database-url.\n',
    ]);
    expect(existsSync(join(folder, 'typo.db'))).toBe(false);
  });
});

describe('check', () => {
  test('a sound database is told in one line, while it is in use', async () => {
    expect(await run(['check'])).toEqual({
      code: 0,
      stdout: `askwell.db is sound, at schema version ${migrations.length}.\n`,
      stderr: '',
    });
  });

  test('a backup on a disk that can not be written to is checked too', async () => {
    const shelf = join(folder, 'shelf');
    await mkdir(shelf);
    await run(['backup', 'shelf/copy.db']);
    await chmod(join(shelf, 'copy.db'), 0o444);
    await chmod(shelf, 0o555);
    const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    await chmod(folder, 0o755);
    const { code, stdout } = await run(['check', '--database-url', 'shelf/copy.db'], user);
    expect([code, stdout.split('\n')[0]]).toEqual([0, `copy.db is sound, at schema version ${migrations.length}.`]);
    expect(stdout).toMatch(
      /\nThe secret was not compared: SECRET is not set and .*copy\.db\.secret does not exist\.\n$/,
    );
    expect(await readdir(shelf)).toEqual(['copy.db']);
    await chmod(shelf, 0o755);
  });

  test('a pipe is not waited for, and a folder is no database', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.db')]);
    await mkdir(join(folder, 'folder.db'));
    for (const name of ['pipe.db', 'folder.db']) {
      const { code, stderr } = await run(['check', '--database-url', name]);
      expect([code, stderr]).toEqual([
        1,
        `askwell: ${name} is not a file. Give the database's path with --database-url.\n`,
      ]);
    }
  });

  test('a database that may not be read is told as one', async () => {
    await run(['backup', 'closed.db']);
    await chmod(join(folder, 'closed.db'), 0);
    await chmod(folder, 0o755);
    // Root may read anything, so it has somebody else try.
    const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const { code, stderr } = await run(['check', '--database-url', 'closed.db'], user);
    expect([code, stderr]).toEqual([
      1,
      "askwell: closed.db can't be read. Change its permissions, or give another path for the database.\n",
    ]);
  });

  test('a row that points to nothing is found', async () => {
    const handle = new Database(database);
    handle.pragma('foreign_keys = OFF');
    handle.exec('update askwell_keys set account_id = 4711');
    handle.close();
    const { code, stdout } = await run(['check']);
    expect(stdout).toBe('A row of askwell_keys (1) points to nothing in askwell_accounts.\n');
    expect(code).toBe(1);
  });

  test('reports missing and changed parts of the schema', async () => {
    const handle = new Database(database);
    handle.exec('drop index askwell_idempotency_by_age');
    handle.exec('drop index askwell_keys_by_account');
    handle.exec('create index askwell_keys_by_account on askwell_keys (id)');
    handle.exec('create trigger notices after insert on askwell_keys begin select 1; end');
    handle.close();
    const { code, stdout } = await run(['check']);
    expect(stdout.split('\n')).toEqual([
      'The index askwell_idempotency_by_age is missing.',
      'The index askwell_keys_by_account is not as Askwell makes it: it has "askwell_keys (id)" where "askwell_keys (account_id, id)" should be.',
      '',
    ]);
    expect(code).toBe(1);
  });

  /** Spoils a copy within the page where a table begins. */
  async function spoil(table: string, change: (page: Buffer) => void): Promise<{ file: string; bytes: Buffer }> {
    await run(['backup', 'copy.db']);
    const file = join(folder, 'copy.db');
    const handle = new Database(file, { readonly: true });
    const root = handle
      .prepare<[string], number>('select rootpage from sqlite_schema where name = ?')
      .pluck()
      .get(table);
    handle.close();
    const bytes = await readFile(file);
    const end = (root ?? 1) * 4096;
    change(bytes.subarray(end - 4096, end));
    await writeFile(file, bytes);
    return { file, bytes };
  }

  test('an index that disagrees with its table is found', async () => {
    await spoil('askwell_accounts', (page) => page.write('x', page.lastIndexOf(owner.email)));
    const { code, stdout } = await run(['check', '--database-url', 'copy.db']);
    expect(stdout).toMatch(/^row 1 missing from index sqlite_autoindex_askwell_accounts_\d\n/);
    expect(code).toBe(1);
  });

  test('a damaged page is found, and left as it is', async () => {
    const { file, bytes } = await spoil('askwell_keys', (page) => page.fill(0xff));
    const { code, stdout, stderr } = await run(['check', '--database-url', 'copy.db']);
    expect(stdout).toContain('It could not be seen whether askwell_keys and its indexes are sound (SQLITE_CORRUPT).');
    expect([code, stderr, await readFile(file)]).toEqual([1, '', bytes]);
  });

  test("a damaged page of a host's is told, since it may not be the only one, and is not backed up", async () => {
    const handle = new Database(database);
    handle.exec("create table mine (a); insert into mine values ('one'), ('two'), ('three')");
    handle.close();
    // Its first cell is said to stand where the second does.
    await spoil('mine', (page) => page.copyWithin(8, 10, 12));
    const { code, stdout } = await run(['check', '--database-url', 'copy.db']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Tree \d+ page \d+/);
    const again = await run(['backup', 'again.db', '--database-url', 'copy.db']);
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/The copy is not sound, so there is no backup: Tree \d+ page \d+/);
  });

  test('what is wrong with pages is told in a line each, without a heading', async () => {
    const freePages = 36;
    await spoil('sqlite_schema', (page) => page.writeUInt32BE(3, freePages));
    const { code, stdout } = await run(['check', '--database-url', 'copy.db']);
    expect([code, stdout]).toEqual([1, 'Freelist: size is 0 but should be 3\n']);
  });

  test('a newer schema is a finding, and the file stays as it is', async () => {
    await run(['backup', 'copy.db']);
    const copy = join(folder, 'copy.db');
    const handle = new Database(copy);
    handle.pragma('user_version = 1000');
    handle.close();
    const before = await readFile(copy);
    const { code, stdout } = await run(['check', '--database-url', 'copy.db']);
    expect(stdout).toMatch(/^It has schema version 1000, but this Askwell knows up to \d+/);
    expect([code, await readFile(copy)]).toEqual([1, before]);
  });

  test('what a crash left in the WAL is looked at as well', async () => {
    for (const suffix of ['', '-wal']) await copyFile(database + suffix, join(folder, `crashed.db${suffix}`));
    const { code, stdout } = await run(['check', '--database-url', 'crashed.db']);
    expect([code, stdout.split('\n')[0]]).toEqual([0, `crashed.db is sound, at schema version ${migrations.length}.`]);
  });
});

describe('reset-password', () => {
  test('one line of standard input is the new password, and every session ends', async () => {
    const token = await services.sessions.open(owner.session.account.id, 'test', undefined);
    expect(await services.sessions.verify(token)).not.toBeNull();
    const { code, stdout, stderr } = await run(['reset-password', owner.email.toUpperCase()], {
      input: 'a new pass phrase\r\nand another line\n',
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('has a new password');
    expect(stdout).not.toContain('pass phrase');
    expect(code).toBe(0);
    expect(await services.sessions.verify(token)).toBeNull();
    const { email } = owner;
    expect(await services.accounts.signIn(owner, { client: 'test' })).toBeNull();
    expect(await services.accounts.signIn({ email, password: 'a new pass phrase' }, { client: 'test' })).toMatchObject({
      email,
    });
  });

  test('the sessions that ended and the keys that still work are listed; --revoke-keys deletes the keys', async () => {
    const { id } = owner.session.account;
    await services.sessions.open(
      id,
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      undefined,
    );
    const { row } = await services.accounts.ensure({ id: 'u1', name: 'Other', email: 'other@example.com' }, false);
    const raw = await owner.key();
    const { raw: others } = await services.keys.create(Session.verify(row, null), { name: 'Theirs' });
    await services.keys.create(owner.session, { name: 'A \u001b[2J key' });
    const input = 'a new pass phrase\n';

    const first = await run(['reset-password', owner.email], { input });
    const lines = first.stdout.split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}Firefox on Linux, last used \d{4}-\d\d-\d\dT[\d:.]+Z$/));
    const heading = lines.findIndex((line) => / API keys still work\. .* --revoke-keys:$/.test(line));
    expect(heading).toBeGreaterThan(0);
    const masked = `ask_${raw.slice(4, 8)}••••••${raw.slice(-4)}`;
    expect(lines.slice(heading)).toContain(`  ${masked}  Test, last used never`);
    expect(lines.slice(heading).join()).toContain('A  [2J key, last used never');
    expect(first.stdout).not.toContain('\u001b');
    expect(first.stdout).not.toContain(raw);
    expect(await services.authenticate(raw)).not.toBeNull();

    const second = await run(['reset-password', owner.email, '--revoke-keys'], { input });
    expect(second.stdout).toMatch(/No session was open\.\n\d+ API keys were deleted:\n/);
    expect(second.stdout).toContain(masked);
    expect([await services.authenticate(raw), await services.authenticate(others)]).toEqual([null, expect.anything()]);
    const third = await run(['reset-password', owner.email, '--revoke-keys'], { input });
    expect(third.stdout).toContain('The account has no API keys.');
    const kinds = (await services.securityEvents.list(id)).map((event) => event.kind);
    expect(kinds.slice(0, 2)).toEqual(['keys_revoked', 'password_reset']);
  });

  test('an address that nobody has is told', async () => {
    const end = await run(['reset-password', 'nobody@example.com'], { input: 'a new pass phrase\n' });
    expect(end).toEqual({ code: 1, stdout: '', stderr: 'askwell: Nobody is registered as nobody@example.com.\n' });
  });

  test.each([
    ['', /No password was given\. Nothing was changed\./],
    ['short\n', /Invalid password\. Must have at least 8 characters\./],
    ['Password123\n', /Invalid password\. Too common: attackers try such passwords first\. Choose another password\./],
    ['example.com\n', /Invalid password\. Must not be your name or email, or a part of them\./],
    [`${'x'.repeat(201)}\n`, /Invalid password\. Must have at most 200 characters\./],
  ])('%j is no new password, and the old one stays', async (input, sentence) => {
    const { code, stderr } = await run(['reset-password', owner.email], { input });
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
    expect(await services.accounts.signIn(owner, { client: 'test' })).not.toBeNull();
  });

  test('it makes no database and no secret', async () => {
    await rm(`${database}.secret`);
    expect((await run(['reset-password', owner.email], { input: 'a new pass phrase\n' })).code).toBe(0);
    expect(existsSync(`${database}.secret`)).toBe(false);
    const { code } = await run(['reset-password', 'a@example.com', '--database-url', 'typo.db'], { input: 'x\n' });
    expect([code, existsSync(join(folder, 'typo.db'))]).toEqual([1, false]);
  });
});

describe('reset-password at a terminal', () => {
  /** Types at a real terminal, a line at each question, and returns the exit code and all that was on the screen. */
  async function type(lines: readonly string[]): Promise<{ code: number | null; screen: string }> {
    const words = [process.execPath, cliFile, 'reset-password', owner.email, '--database-url', database];
    const bsd = process.platform === 'darwin';
    const args = bsd ? ['-q', '/dev/null', ...words] : ['-qec', words.join(' '), '/dev/null'];
    const child = spawn('script', args, { stdio: 'pipe' });
    let screen = '';
    let asked = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      screen += chunk;
      const questions = screen.match(/(New password|The same again): /g)?.length ?? 0;
      for (; asked < questions; asked++) child.stdin.write(lines[asked] ?? '');
    });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, screen };
  }

  test('it asks twice and shows nothing of what is typed', async () => {
    const { code, screen } = await type(['a typd\x7fed phrase\r', 'a typed phrase\r']);
    expect(screen).not.toMatch(/phrase|typ/);
    expect(screen).toContain('has a new password');
    expect(code).toBe(0);
    expect(
      await services.accounts.signIn({ email: owner.email, password: 'a typed phrase' }, { client: 'test' }),
    ).not.toBeNull();
  });

  test.each([
    ['two that differ', ['first phrase\r', 'second phrase\r'], 'The two were not the same. Nothing was changed.'],
    ['Ctrl-C', ['half a phr\x03'], 'No password was given. Nothing was changed.'],
    ['Ctrl-D', ['\x04'], 'No password was given. Nothing was changed.'],
  ])('%s changes nothing', async (_, lines, sentence) => {
    const { code, screen } = await type(lines);
    expect(screen).toContain(sentence);
    expect(screen).not.toContain('phr');
    expect(code).toBe(1);
    expect(await services.accounts.signIn(owner, { client: 'test' })).not.toBeNull();
  });
});
