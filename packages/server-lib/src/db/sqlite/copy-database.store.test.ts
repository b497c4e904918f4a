import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../test/support/store/open-database.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { checkDatabase } from '../../tools/cli/examine-database.js';
import { copyDatabase } from './copy-database.js';
import { openForInspection, openWriter } from './open-database.js';
import { readValue } from './sqlite-driver.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'askwell.db');
});
afterEach(() => rm(folder, { recursive: true }));

test('a copy that is made during a write is valid and has all committed data', async () => {
  const { database: writer } = openWriter(file, 0);
  writer.exec("insert into askwell_accounts (name, email, email_folded, created_at) values ('A', 'a', 'a', 1)");
  writer.exec('begin immediate; delete from askwell_accounts');
  const source = openForInspection(file, 0);
  const target = join(folder, 'copy.db');
  expect(await copyDatabase(source, target)).toEqual({ findings: [] });
  source.close();
  writer.exec('rollback');
  writer.close();

  expect((await stat(target)).mode & 0o777).toBe(0o600);
  const copy = openForInspection(target, 0);
  expect(readValue(copy, 'select name from askwell_accounts')).toBe('A');
  expect(checkDatabase(copy).findings).toEqual([]);
  copy.close();
});

test('a copy has no deleted data, even if an older version left it in free pages', async () => {
  openWriter(file, 0).database.close();
  const older = openDatabase(file);
  older.exec('pragma secure_delete = OFF; create table notes (text text)');
  const insert = older.prepare('insert into notes (text) values (?)');
  for (let nth = 0; nth < 500; nth++) insert.run([`deleted-${nth} ${'x'.repeat(100)}`]);
  older.exec("delete from notes where rowid < 400; insert into notes (text) values ('deleted from here')");
  older.close();
  expect((await readFile(file)).includes('deleted-17 ')).toBe(true);

  const source = openForInspection(file, 0);
  const target = join(folder, 'copy.db');
  expect(await copyDatabase(source, target)).toEqual({ findings: [] });
  source.close();
  const bytes = await readFile(target);
  expect(Array.from({ length: 399 }, (_, nth) => nth).filter((nth) => bytes.includes(`deleted-${nth} `))).toEqual([]);
  const copy = openForInspection(target, 0);
  // Rows without an integer primary key keep their rowid.
  expect(copy.prepare("select rowid from notes where text like 'deleted-4%' limit 1").all([])).toEqual([[401]]);
  copy.close();
  expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual(['copy.db']);
});

test('the check finds a missing index', () => {
  openWriter(file, 0).database.close();
  const broken = openDatabase(file);
  broken.exec('drop index askwell_keys_by_account');
  broken.close();
  const inspected = openForInspection(file, 0);
  expect(checkDatabase(inspected).findings).toEqual(['The index askwell_keys_by_account is missing.']);
  inspected.close();
});

test('opening for inspection neither creates nor changes a file', () => {
  expect(() => openForInspection(join(folder, 'missing.db'), 0)).toThrow('cannot be opened as a database');
  openWriter(file, 0).database.close();
  const inspected = openForInspection(file, 0);
  expect(() => inspected.exec('delete from askwell_accounts')).toThrow(/readonly/);
  inspected.close();
});

test('a path may contain characters that have a meaning in URIs', () => {
  const odd = join(folder, 'a b?mode=ro#%41.db');
  openWriter(odd, 0).database.close();
  const inspected = openForInspection(odd, 0);
  expect([inspected.name, readValue(inspected, 'select count(*) from askwell_accounts')]).toEqual([odd, 0]);
  inspected.close();
});
